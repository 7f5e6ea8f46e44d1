import type { AddPinEvents, Pin, Pins } from '@helia/interface'
import { NotFoundError } from 'interface-store'
import { CID } from 'multiformats/cid'
import { RpcError } from '../client/errors.ts'
import { rpc, rpcStream } from '../client/rpc.ts'

interface PinRow {
  Cid: string
  Type: string
  Name?: string
}

/** What a pin of the node has: a name. */
type Metadata = Record<string, string | number | boolean>

/** The pins of the shared node: of a whole DAG, or (`depth: 0`) of one block. They have a name (`metadata: { name }`) and nothing else. */
export class NodePins implements Pins {
  /**
   * Pins are everybody's here: to pin again what is pinned already is no error, and gives it the name that is told.
   *
   * @returns the CIDs of all that the pin keeps, once it is made
   * @throws TypeError for a depth or metadata that a pin of the node cannot have
   */
  async * add (cid: CID, { depth = Infinity, metadata, signal, onProgress }: { depth?: number, metadata?: Metadata, signal?: AbortSignal, onProgress?: (event: AddPinEvents) => void } = {}): AsyncGenerator<CID, void, undefined> {
    if (depth !== Infinity && depth !== 0) {
      throw new TypeError('a pin keeps one block (depth 0) or all that is below it')
    }

    await rpc('pin/add', { args: [cid.toString()], options: { recursive: depth !== 0, name: nameOf(metadata) }, signal })

    for await (const kept of keptBy(cid, depth, signal)) {
      onProgress?.(new CustomEvent('helia:pin:add', { detail: kept }) as AddPinEvents)
      yield kept
    }
  }

  /**
   * @returns the CIDs of all that the pin kept, once it is gone
   * @throws NotFoundError
   */
  async * rm (cid: CID, { signal }: { signal?: AbortSignal } = {}): AsyncGenerator<CID, void, undefined> {
    const { depth } = await this.get(cid, { signal })
    await rpc('pin/rm', { args: [cid.toString()], signal })
    yield * keptBy(cid, depth, signal)
  }

  /** Those that were made, not what they keep. */
  async * ls ({ cid, signal }: { cid?: CID, signal?: AbortSignal } = {}): AsyncGenerator<Pin, void, undefined> {
    for (const type of ['recursive', 'direct']) {
      try {
        for await (const { Cid, Type, Name } of rpcStream<PinRow>('pin/ls', { args: cid == null ? [] : [cid.toString()], options: { type, stream: true, names: true }, signal })) {
          yield { cid: CID.parse(Cid), depth: Type === 'direct' ? 0 : Infinity, metadata: Name == null || Name === '' ? {} : { name: Name } }
        }
      } catch (err) {
        if (!isNotPinned(err as Error)) throw err
      }
    }
  }

  /** @throws NotFoundError */
  async get (cid: CID, options?: { signal?: AbortSignal }): Promise<Pin> {
    for await (const pin of this.ls({ cid, ...options })) {
      return pin
    }

    throw new NotFoundError(`${cid} is not pinned`)
  }

  /** Also by a pin of something above it. */
  async isPinned (cid: CID, { signal }: { signal?: AbortSignal } = {}): Promise<boolean> {
    try {
      for await (const _ of rpcStream('pin/ls', { args: [cid.toString()], options: { stream: true }, signal })) {
        return true
      }

      return false
    } catch (err) {
      if (isNotPinned(err as Error)) return false
      throw err
    }
  }

  async setMetadata (cid: CID, metadata: Metadata | undefined, { signal }: { signal?: AbortSignal } = {}): Promise<void> {
    const { depth } = await this.get(cid, { signal })
    for await (const _ of this.add(cid, { depth, metadata: { name: '', ...metadata }, signal }));
  }
}

/** What a pin of it keeps, each once, as far as it is here: of a pin that is gone it may be gone too. */
async function * keptBy (cid: CID, depth: number, signal: AbortSignal | undefined): AsyncGenerator<CID, void, undefined> {
  yield cid

  if (depth > 0) {
    for await (const { Ref, Err } of rpcStream<{ Ref: string, Err: string }>('refs', { args: [cid.toString()], options: { recursive: true, unique: true, offline: true }, signal })) {
      if (Err === '') yield CID.parse(Ref)
    }
  }
}

function nameOf (metadata: Metadata = {}): string | undefined {
  const { name, ...others } = metadata

  if (Object.keys(others).length > 0 || (name !== undefined && typeof name !== 'string')) {
    throw new TypeError('a pin has a name, and no other metadata')
  }

  return name
}

function isNotPinned (err: Error): boolean {
  return err.name === RpcError.name && /not pinned/.test(err.message)
}
