import type { CID } from 'multiformats/cid'
import { lots } from '../../async/lots.ts'
import { TaskBatch } from '../../async/task-batch.ts'
import type { PortCalls } from '../../port/port-calls.ts'
import type { Block, Blockstore } from '../../store/blockstore.ts'
import type { BlockSource } from '../block-source.ts'
import type { ExchangeSession } from '../exchange-session.ts'
import type { BlockCalls } from './block-calls.ts'

/** CIDs of one call; a reader asks for no more together. */
const MAX_CIDS = 256

/** The blocks behind a port, for `blockReader`, and sessions of the exchange there. Throws `PortClosedError` when the other end goes. */
export class PortBlocks implements BlockSource {
  readonly #calls: PortCalls
  readonly #sizes: TaskBatch<Map<string, number | undefined>>
  #sessions = 0

  constructor (calls: PortCalls) {
    this.#calls = calls
    this.#sizes = new TaskBatch(async (cids) => {
      const sizes = await this.#once('sizes', cids)
      return new Map(cids.map((cid, i) => [cid, sizes[i]]))
    })
  }

  /** A session for one request. */
  session (): ExchangeSession {
    const session = this.#sessions++
    return { get: async (cid, { signal }) => await this.#once('want', { cid: cid.toString(), session }, signal) }
  }

  readonly bytes: Blockstore['bytes'] = async (cid, { signal } = {}) => await this.#once('bytes', cid.toString(), signal)

  readonly bytesMany: Blockstore['bytesMany'] = async function * (this: PortBlocks, cids: Iterable<CID> | AsyncIterable<CID>, { signal }: { signal?: AbortSignal } = {}): AsyncGenerator<Block> {
    for await (const window of lots(cids, MAX_CIDS)) {
      let i = 0

      for await (const bytes of this.#calls.stream<BlockCalls['bytesMany']['value']>('bytesMany', window.map(String), { signal })) {
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

  readonly blob: Blockstore['blob'] = async (parts, { signal } = {}) => {
    return await this.#once('blob', parts.map(({ cid, size, start, end }) => ({ cid: cid.toString(), size, start, end })), signal)
  }

  /** What the exchange of the other end brings is in its store before it is sent here. */
  readonly put: BlockSource['put'] = async (cid) => cid

  async #once<K extends keyof BlockCalls> (method: K, input: BlockCalls[K]['input'], signal?: AbortSignal): Promise<BlockCalls[K]['value']> {
    return await this.#calls.once<BlockCalls[K]['value']>(method, input, { signal })
  }
}
