import type { CID } from 'multiformats/cid'
import { batches } from '../../async/iteration/batches.ts'
import type { ExchangeSession } from '../../blocks/exchange/exchange-session.ts'
import { NOTHING_ASKED } from '../../blocks/exchange/retrieval-report.ts'
import type { BlockSource } from '../../blocks/local/block-source.ts'
import { verifyBlock } from '../../blocks/local/verify-block.ts'
import type { Block, Blockstore } from '../../store/blockstore/blockstore.ts'
import { CachedBlocks } from './cached-blocks.ts'
import type { BlocksOfSite } from './cached-blocks.ts'
import type { HomeConnection, HomeLink } from './home-connection.ts'
import type { HomeVerdicts } from './home-verdicts.ts'

/** Number of blocks that are read together, and buffered for a slow reader. */
const WINDOW = 32

export interface SiteBlocksInit {
  cache: BlocksOfSite
  link: Pick<HomeLink, 'use' | 'heard' | 'deaths'>
  /**
   * maximum time to wait for a port of the home node, in milliseconds; undefined for the link's default. Called for
   * every read.
   */
  waitMs?: () => number | undefined
  /** checks cached blocks before they are read; default: none is checked */
  verdicts?: Pick<HomeVerdicts, 'checkBlocks'>
}

/**
 * The blocks of a site, for one request: those in its cache, then those of the home node, which are added to the cache.
 * Every block is verified, wherever it comes from: scripts of the site can write into the cache, and provide any port.
 * They can therefore change only what they show, never the content of an address.
 */
export class SiteBlocks implements BlockSource {
  readonly capabilities = {}
  readonly #cache: SiteBlocksInit['cache']
  readonly #here: CachedBlocks
  readonly #link: SiteBlocksInit['link']
  readonly #waitMs: NonNullable<SiteBlocksInit['waitMs']>
  readonly #verdicts: SiteBlocksInit['verdicts']

  constructor ({ cache, link, waitMs = () => undefined, verdicts }: SiteBlocksInit) {
    this.#cache = cache
    this.#here = new CachedBlocks(cache)
    this.#link = link
    this.#waitMs = waitMs
    this.#verdicts = verdicts
  }

  readonly bytes: Blockstore['bytes'] = async (cid, { signal } = {}) => {
    const [kept] = await this.#kept([cid], signal)
    return kept ??
      await this.#keep(cid, await this.#use(async ({ blocks }) => await blocks.bytes(cid, { signal }), signal))
  }

  readonly bytesMany: Blockstore['bytesMany'] = async function* (
    this: SiteBlocks,
    cids: Iterable<CID> | AsyncIterable<CID>,
    { signal }: { signal?: AbortSignal } = {}
  ): AsyncGenerator<Block> {
    for await (const window of batches(cids, WINDOW)) {
      const kept = await this.#kept(window, signal)
      const missing = window.filter((_, i) => kept[i] == null)
      const fetched = this.#fetch(missing, signal)

      try {
        for (const [i, cid] of window.entries()) {
          yield { cid, bytes: kept[i] ?? (await fetched.next()).value as Uint8Array }
        }
      } finally {
        await fetched.return(undefined)
      }
    }
  }.bind(this)

  readonly size: Blockstore['size'] = async (cid, { signal } = {}) => {
    return this.#cache.size(cid) ?? await this.#use(async ({ blocks }) => await blocks.size(cid, { signal }), signal)
  }

  readonly has: BlockSource['has'] = async (cid, options) => await this.size(cid, options) != null

  /** Stores blocks from the home node's exchange in this site's cache only. */
  readonly put: BlockSource['put'] = async (cid, bytes) => {
    this.#cache.put(cid, bytes as Uint8Array)
    return cid
  }

  /** Opens a session of the home node's exchange, for this request. */
  session (): ExchangeSession {
    let last: { connection: HomeConnection; session: ExchangeSession } | undefined
    let root: CID | undefined
    let expected: CID | undefined

    const sessionOf = (connection: HomeConnection): ExchangeSession => {
      if (last?.connection === connection) {
        return last.session
      }

      // The other end does not know the previous session.
      const session = connection.blocks.session()
      if (root != null) {
        session.about?.(root)
      }
      if (expected != null) {
        session.expectAll?.(expected)
      }
      last = { connection, session }
      return session
    }

    return {
      get: async (cid, options) =>
        await this.#use(async (connection) => await sessionOf(connection).get(cid, options), options.signal),
      about: (cid) => {
        root = cid
        last?.session.about?.(cid)
      },
      expectAll: (cid) => {
        expected = cid
        last?.session.expectAll?.(cid)
      },
      report: () => last?.session.report?.() ?? NOTHING_ASKED
    }
  }

  /** Returns the cached blocks, undefined for others, unless the home node blocks one of them. */
  async #kept (
    cids: readonly CID[],
    signal = new AbortController().signal
  ): Promise<Array<Uint8Array | undefined>> {
    const kept = await this.#here.kept(cids)
    const cached = cids.filter((_, i) => kept[i] != null)

    if (cached.length > 0) {
      await this.#verdicts?.checkBlocks(cached, signal)
    }

    return kept
  }

  /**
   * Yields blocks of the home node in order.
   *
   * @throws NotFoundError at the first missing block
   */
  async *#fetch (cids: CID[], signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
    let done = 0

    // If a port closes on the way, continue with the next one.
    for (const deaths = this.#link.deaths(); done < cids.length;) {
      const connection = await this.#use(async (connection) => connection, signal)

      try {
        for await (const { cid, bytes } of connection.blocks.bytesMany(cids.slice(done), { signal })) {
          this.#link.heard()
          deaths.reset()
          done++
          yield await this.#keep(cid, bytes)
        }
      } catch (err) {
        deaths.count(connection, err)
      }
    }
  }

  async #keep (cid: CID, bytes: Uint8Array): Promise<Uint8Array> {
    await verifyBlock({ cid, bytes })
    this.#cache.put(cid, bytes)
    this.#here.remember(cid, bytes)
    return bytes
  }

  async #use<T> (work: (connection: HomeConnection) => Promise<T>, signal = new AbortController().signal): Promise<T> {
    return await this.#link.use(work, { signal, waitMs: this.#waitMs() })
  }
}
