import type { CID } from 'multiformats/cid'
import type { UploadEntry } from '../../src/http/upload/upload-entry.ts'
import type { BlockOptions } from '../../src/rpc/command/upload-imports.ts'
import type { ImportEvent } from '../../src/unixfs/import/entries/import-event.ts'
import type { ImportOptions } from '../../src/unixfs/import/entries/import-options.ts'

/** Settings of an import, without what belongs to the process that runs it. */
export type ImportSettings = Omit<ImportOptions, 'sink' | 'stage' | 'adopt' | 'importBytes' | 'signal'>

/** A request of the node to the front. The node sends one at a time. */
export type Call =
  /** reads up to the next entry of the upload */
  | { call: 'entry' }
  /** imports the current entry and all that follow; `stores` is false if the blocks are not wanted */
  | { call: 'entries'; settings: ImportSettings; stores: boolean }
  /** imports the current entry as a CAR */
  | { call: 'car'; allowBigBlock: boolean }
  /** reads the current entry as one block */
  | { call: 'block'; options: BlockOptions }

/** A message of the node. */
export type NodeMessage =
  | Call
  /** segments that the front may write */
  | { segments: number[] }
  | { head: { status: number; headers: Array<[string, string]> } }
  /** a part of the body, in the bytes of the frame */
  | { body: true }
  | { end: true }
  /** The body of the answer breaks off. */
  | { broken: string }

/** Totals of a CAR, as `ImportTotals`. */
export interface CarTotals {
  roots: CID[]
  blocks: number
  bytes: number
  emptyFiles: number
  cars: number
}

/** The result of a call. */
export type CallResult = {
  entry?: Pick<UploadEntry, 'kind' | 'path'>
  totals?: CarTotals
  block?: { cid: CID; size: number }
}

export interface WireError {
  name: string
  message: string
  code?: unknown
}

/** A message of the front, in answer to a call. */
export type FrontMessage =
  | { event: ImportEvent }
  /** a segment in the bucket; the bytes of the frame are its contents (`encodeContents`) */
  | { placed: number; segmentBytes: number }
  /** blocks whose bytes are those of the frame, one after the other */
  | { blocks: Array<[cid: CID, size: number]> }
  | { done: CallResult }
  | { failed: WireError }

/** Converts an error for the other side. */
export function toWireError (err: unknown): WireError {
  const { name = 'Error', message = String(err), code } = (err ?? {}) as Partial<Error> & { code?: unknown }
  return { name, message, ...typeof code === 'number' ? { code } : {} }
}

/** Makes the error of the other side. It has its name, by which errors are recognized. */
export function fromWireError ({ name, message, code }: WireError): Error {
  return Object.assign(new Error(message), { name }, code == null ? {} : { code })
}
