import type { CID } from 'multiformats/cid'
import { batches } from '../../async/iteration/batches.ts'
import { TaskBatch } from '../../async/locks/task-batch.ts'
import { isError } from '../../errors/define-error.ts'
import type { PortCalls } from '../../port/port-calls.ts'
import type { Block, Blockstore } from '../../store/blockstore/blockstore.ts'
import { BlockNotFoundError } from '../exchange/block-not-found-error.ts'
import type { ExchangeSession } from '../exchange/exchange-session.ts'
import type { RetrievalReport } from '../exchange/retrieval-report.ts'
import { NOTHING_ASKED } from '../exchange/retrieval-report.ts'
import type { BlockSource } from '../local/block-source.ts'
import type { BlockCalls } from './block-calls.ts'
import { SharedCalls } from './shared-calls.ts'

/** The maximum number of CIDs in one call. Readers request no more at once. */
const MAX_CIDS = 256

/**
 * The blocks at the other end of a port, for `blockReader`, and sessions of the exchange there. Throws
 * `PortClosedError` if the other end closes.
 */
export class PortBlocks implements BlockSource {
  readonly #calls: PortCalls
  readonly #shared: SharedCalls
  readonly #sizes: TaskBatch<Map<string, number | undefined>>
  #sessions = 0

  constructor (calls: PortCalls) {
    this.#calls = calls
    this.#shared = new SharedCalls({
      one: async (cid) => await this.#once('bytes', cid.toString()),
      many: (cids) => this.bytesMany(cids)
    })
    this.#sizes = new TaskBatch(async (cids) => {
      const sizes = await this.#once('sizes', cids)
      return new Map(cids.map((cid, i) => [cid, sizes[i]]))
    })
  }

  /**
   * Creates a session for one request. Its report is the last answer of the other end, which is updated while a block
   * is pending.
   */
  session (): ExchangeSession {
    const session = this.#sessions++
    let nextHints: { about?: string; all?: string } = {}
    let waiting = 0
    let last: RetrievalReport | undefined
    let asking: Promise<void> | undefined

    const ask = async (): Promise<void> => {
      await (asking ??= this.#calls.once<BlockCalls['report']['value']>('report', { session }, { urgent: true }).then(
        (report) => {
          last = report
        },
        () => {}
      ).finally(() => {
        asking = undefined
      }))
    }

    return {
      about: (root) => {
        nextHints.about = root.toString()
      },
      expectAll: (root) => {
        nextHints.all = root.toString()
      },

      get: async (cid, { signal }) => {
        const hints = nextHints
        nextHints = {}
        waiting++

        try {
          return await this.#once('want', { cid: cid.toString(), session, ...hints }, signal)
        } catch (err) {
          if (isError(err, BlockNotFoundError) && !signal.aborted) {
            await ask()
          }

          throw err
        } finally {
          waiting--
        }
      },

      report: () => {
        if (waiting > 0) {
          void ask()
        }

        return last ?? NOTHING_ASKED
      }
    }
  }

  readonly bytes: Blockstore['bytes'] = async (cid, { signal } = {}) => await this.#shared.read(cid, signal)

  readonly bytesMany: Blockstore['bytesMany'] = async function* (
    this: PortBlocks,
    cids: Iterable<CID> | AsyncIterable<CID>,
    { signal }: { signal?: AbortSignal } = {}
  ): AsyncGenerator<Block> {
    for await (const window of batches(cids, MAX_CIDS)) {
      let i = 0

      for await (
        const bytes of this.#calls.stream<BlockCalls['bytesMany']['value']>('bytesMany', window.map(String), { signal })
      ) {
        yield { cid: window[i++], bytes }
      }
    }
  }.bind(this)

  readonly size: Blockstore['size'] = async (cid, { signal } = {}) => {
    const key = cid.toString()
    const size = (await this.#sizes.add([key])).get(key)
    signal?.throwIfAborted()
    return size
  }

  readonly has: BlockSource['has'] = async (cid, options) => await this.size(cid, options) != null

  readonly capabilities: Pick<Blockstore['capabilities'], 'extents'> = {
    extents: {
      blob: async (parts, { signal } = {}) =>
        await this.#once(
          'blob',
          parts.map(({ cid, size, start, end }) => ({ cid: cid.toString(), size, start, end })),
          signal
        ),
      range: async () => undefined
    }
  }

  /** Does nothing: a block that the other end has fetched is in its store before it is sent. */
  readonly put: BlockSource['put'] = async (cid) => cid

  async #once<K extends keyof BlockCalls> (
    method: K,
    input: BlockCalls[K]['input'],
    signal?: AbortSignal
  ): Promise<BlockCalls[K]['value']> {
    return await this.#calls.once<BlockCalls[K]['value']>(method, input, { signal })
  }
}
