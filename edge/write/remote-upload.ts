import type { CID } from 'multiformats/cid'
import { multihashFromKey } from '../../src/cid/hash/multihash-key.ts'
import type { importCar, ImportTotals } from '../../src/dag/import-car.ts'
import { multipartBoundary } from '../../src/http/multipart/multipart.ts'
import type { UploadEntry } from '../../src/http/upload/upload-entry.ts'
import type { Upload } from '../../src/rpc/command/argument.ts'
import type { UploadImports } from '../../src/rpc/command/upload-imports.ts'
import type { AdoptingSession, PlacedBlock } from '../../src/store/blockstore/capabilities.ts'
import { decodeContents } from '../../src/store/sql/published/contents.ts'
import type { ImportEvent } from '../../src/unixfs/import/entries/import-event.ts'
import type { Frame, FrameWriter } from './frames.ts'
import { fromWireError } from './messages.ts'
import type { Call, CallResult, FrontMessage, ImportSettings, NodeMessage } from './messages.ts'

/** Segments that the front may have at once: it fills one while it writes another. */
const OPEN_SEGMENTS = 2

/** The store of the node, which grants segments to the front. */
export interface SegmentGranter {
  grantSegments: (count: number) => Promise<number[]>
  takeBackSegments: (ids: Iterable<number>) => void
}

/** Receivers of the blocks of a call. */
interface BlockTakers {
  put?: (cid: CID, bytes: Uint8Array) => Promise<void> | void
  adopt?: AdoptingSession['adopt']
}

export interface RemoteUploadInit {
  frames: AsyncGenerator<Frame<FrontMessage>>
  out: FrameWriter<NodeMessage>
  store: SegmentGranter
}

/** An upload whose body the front reads, for the command that runs in the node. */
export class RemoteUpload implements UploadImports {
  readonly #init: RemoteUploadInit
  readonly #granted = new Set<number>()

  constructor (init: RemoteUploadInit) {
    this.#init = init
  }

  /** Returns the entries of the upload, without their bytes; undefined if the request has no form. */
  files ({ headers }: Request): Upload | undefined {
    try {
      return multipartBoundary(headers.get('content-type')) == null ? undefined : this.#files()
    } catch {
      // The handler reports it.
      return undefined
    }
  }

  entries: UploadImports['entries'] = (_entries, { sink, stage: _, adopt, signal, ...settings }) =>
    this.#importEntries(settings, { put: sink, adopt, signal })

  car: typeof importCar = async (_content, { put, adopt, totals, allowBigBlock, signal }) => {
    const { totals: added } = await this.#call({ call: 'car', allowBigBlock }, {
      put: async (cid, bytes) => {
        await put({ cid, bytes })
      },
      adopt
    }, signal)
    addTotals(totals, added!)
  }

  block: UploadImports['block'] = async (_entry, { signal, ...options }) => {
    const stores: Array<(takers: BlockTakers) => Promise<void>> = []
    const { block } = await this.#call({ call: 'block', options }, {
      put: (cid, bytes) => {
        stores.push(async ({ put }) => {
          await put!(cid, bytes)
        })
      },
      adopt: async (...segment) => {
        stores.push(async ({ adopt }) => {
          await adopt!(...segment)
        })
      }
    }, signal)

    return {
      ...block!,
      store: async ({ put, adopting }) => {
        for (const store of stores) {
          await store({ put, adopt: adopting?.adopt })
        }
      }
    }
  }

  /** Takes back the segments that were not adopted. */
  end (): void {
    this.#init.store.takeBackSegments(this.#granted)
  }

  async *#importEntries (
    settings: ImportSettings,
    { signal, ...takers }: BlockTakers & { signal?: AbortSignal }
  ): AsyncGenerator<ImportEvent, void, undefined> {
    yield* this.#events({ call: 'entries', settings, stores: takers.put != null }, takers, signal)
  }

  async *#files (): Upload & AsyncGenerator<UploadEntry> {
    while (true) {
      const { entry } = await this.#call({ call: 'entry' }, {})

      if (entry == null) {
        return
      }

      yield { ...entry, content: noContent() }
    }
  }

  /** Runs a call that yields no events. */
  async #call (call: Call, takers: BlockTakers, signal?: AbortSignal): Promise<CallResult> {
    return (await this.#events(call, takers, signal).next()).value as CallResult
  }

  /** Runs a call, and yields its events. */
  async *#events (call: Call, takers: BlockTakers, signal?: AbortSignal): AsyncGenerator<ImportEvent, CallResult> {
    const { out, frames } = this.#init
    await this.#grant(call.call === 'entry' || (call.call === 'entries' && !call.stores) ? 0 : OPEN_SEGMENTS)
    await out.send(call)

    while (true) {
      const { value, done } = await frames.next()
      signal?.throwIfAborted()

      if (done === true) {
        throw new Error('the upload was cut')
      }

      const { message } = value

      if ('event' in message) {
        yield message.event
      } else if ('done' in message) {
        return message.done
      } else if ('failed' in message) {
        throw fromWireError(message.failed)
      } else {
        await this.#takeBlocks(value, takers)
      }
    }
  }

  async #takeBlocks ({ message, bytes }: Frame<FrontMessage>, { put, adopt }: BlockTakers): Promise<void> {
    if ('placed' in message) {
      this.#granted.delete(message.placed)
      await adopt!(message.placed, message.segmentBytes, placesOf(bytes))
      await this.#grant(OPEN_SEGMENTS)
    } else if ('blocks' in message) {
      let at = 0

      for (const [cid, size] of message.blocks) {
        // A copy: the block must not keep the whole message in memory.
        await put!(cid, bytes.slice(at, at += size))
      }
    }
  }

  /** Grants as many segments as the front lacks. */
  async #grant (count: number): Promise<void> {
    const missing = count - this.#granted.size

    if (missing > 0) {
      const ids = await this.#init.store.grantSegments(missing)
      ids.forEach((id) => this.#granted.add(id))
      await this.#init.out.send({ segments: ids })
    }
  }
}

function placesOf (bytes: Uint8Array): PlacedBlock[] {
  return [...decodeContents(bytes).places].map(([key, place]) => ({ multihash: multihashFromKey(key), ...place }))
}

function addTotals (
  totals: ImportTotals,
  { roots, blocks, bytes, emptyFiles, cars }: NonNullable<CallResult['totals']>
): void {
  roots.forEach((root) => totals.roots.set(root.toString(), root))
  totals.blocks += blocks
  totals.bytes += bytes
  totals.emptyFiles += emptyFiles
  totals.cars += cars
}

/** Content of an entry that the front reads. */
async function* noContent (): AsyncGenerator<Uint8Array> {
  throw new Error('the front reads the bytes of this upload')
}
