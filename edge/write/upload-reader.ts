import type { CID } from 'multiformats/cid'
import { untilCut } from '../../src/commands/add/until-cut.ts'
import { makeBlock } from '../../src/commands/block/make-block.ts'
import { importCar } from '../../src/dag/import-car.ts'
import type { ImportTotals } from '../../src/dag/import-car.ts'
import { requestParts } from '../../src/http/multipart/multipart.ts'
import type { UploadEntry } from '../../src/http/upload/upload-entry.ts'
import { uploadEntries } from '../../src/http/upload/upload.ts'
import { UPLOAD_STALL_MS } from '../../src/rpc/handler.ts'
import { importEntries } from '../../src/unixfs/import/entries/import-entries.ts'
import type { Call, CallResult, FrontMessage } from './messages.ts'

export interface UploadReaderInit {
  request: Request
  signal: AbortSignal
  send: (message: FrontMessage) => Promise<void>
  /** receives the blocks */
  blocks: { put: (cid: CID, bytes: Uint8Array) => Promise<void>; flush: () => Promise<void> }
}

/** Reads the body of an upload as the node asks, with the importers of the commands. */
export class UploadReader {
  readonly #init: UploadReaderInit
  readonly #entries: AsyncGenerator<UploadEntry>
  #current: UploadEntry | undefined

  constructor (init: UploadReaderInit) {
    this.#init = init
    this.#entries = uploadOf(init.request, init.signal)
  }

  /** Answers a call. Throws the errors of the importer. */
  async answer (call: Call): Promise<CallResult> {
    switch (call.call) {
      case 'entry':
        return await this.#nextEntry()
      case 'entries':
        return await this.#importEntries(call)
      case 'car':
        return await this.#importCar(call.allowBigBlock)
      case 'block':
        return await this.#makeBlock(call.options)
    }
  }

  async #nextEntry (): Promise<CallResult> {
    const { done, value } = await this.#entries.next()
    this.#current = done === true ? undefined : value as UploadEntry
    return this.#current == null ? {} : { entry: { kind: this.#current.kind, path: this.#current.path } }
  }

  async #importEntries ({ settings, stores }: Extract<Call, { call: 'entries' }>): Promise<CallResult> {
    const { send, blocks, signal } = this.#init
    const sink = stores
      ? async (cid: CID, bytes: Uint8Array) => {
        await blocks.put(cid, bytes)
      }
      : undefined

    for await (const event of importEntries(untilCut(this.#currentAndRest()), { ...settings, sink, signal })) {
      // The node has no place for notes.
      await send({ event: event.type === 'root' ? { ...event, notes: undefined } : event })
    }

    await blocks.flush()
    return {}
  }

  async #importCar (allowBigBlock: boolean): Promise<CallResult> {
    const { blocks, signal } = this.#init
    const totals: ImportTotals = { roots: new Map(), blocks: 0, bytes: 0, emptyFiles: 0, cars: 0 }
    await importCar(this.#entry.content, {
      put: async ({ cid, bytes }) => {
        await blocks.put(cid, bytes)
      },
      totals,
      allowBigBlock,
      signal
    })
    await blocks.flush()
    return { totals: { ...totals, roots: [...totals.roots.values()] } }
  }

  async #makeBlock (options: Extract<Call, { call: 'block' }>['options']): Promise<CallResult> {
    const { blocks, signal } = this.#init
    const { cid, size, store } = await makeBlock(this.#entry, { ...options, signal })
    await store({ put: blocks.put, adopting: undefined })
    await blocks.flush()
    return { block: { cid, size } }
  }

  get #entry (): UploadEntry {
    if (this.#current == null) {
      throw new Error('the upload has no further entry')
    }

    return this.#current
  }

  async *#currentAndRest (): AsyncGenerator<UploadEntry> {
    if (this.#current != null) {
      yield this.#current
    }

    yield* this.#entries
  }
}

async function* uploadOf (request: Request, signal: AbortSignal): AsyncGenerator<UploadEntry> {
  const parts = requestParts(request, { signal, stallMs: UPLOAD_STALL_MS })

  if (parts != null) {
    yield* uploadEntries(parts)
  }
}
