import type { CID } from 'multiformats/cid'
import { flattenBatches } from '../../async/iteration/batches.ts'
import { checkMultihash } from '../../cid/hash/check-multihash.ts'
import type { ContentPolicy } from '../../denylist/content-policy.ts'
import type { Block, Blockstore } from '../../store/blockstore/blockstore.ts'
import type { BlockPart, ExtentReader } from '../../store/blockstore/capabilities.ts'
import { BlockNotFoundError } from '../exchange/block-not-found-error.ts'
import type { ExchangeSession } from '../exchange/exchange-session.ts'
import type { BlockSource } from '../local/block-source.ts'
import { LocalBlocks } from '../local/local-blocks.ts'
import type { ReadAhead } from '../local/read-ahead.ts'
import type { FetchKeeper } from './fetch-keeper.ts'
import { FetchWindow } from './fetch-window.ts'
import type { Got, Pace } from './fetch-window.ts'
import { RemoteBlocks } from './remote-blocks.ts'

/** The number of CIDs that the store gets in one call. The store limits the bytes that it reads ahead. */
const LOCAL_WINDOW = 256

export interface ReadManyOptions {
  signal: AbortSignal
  /**
   * Returns the CIDs that the reader will request after a block, in order. They are prefetched if blocks are fetched.
   * May throw for a block that cannot be decoded.
   */
  below?: (block: Block) => Iterable<CID>
  /**
   * The read-ahead cache of the walk that this read is a part of. Small local blocks are read ahead for its next reads,
   * as `below` predicts.
   */
  ahead?: ReadAhead
  /**
   * Set if the reader may stop or seek at any time, like a media player: limits prefetching to an amount that grows
   * with the blocks read.
   */
  pace?: Pace
  /**
   * Called when the reader leaves before the end. Returns what keeps the fetches that are under way, if the reader will
   * come back for their blocks. By default they are cancelled.
   */
  keeper?: () => FetchKeeper | undefined
  /** See `BatchOptions`. Only for `getBatches`. */
  linksAlone?: boolean
}

/**
 * Reads blocks for one request: from the CID itself (identity hash), from the store, and, unless offline, from the
 * exchange.
 */
export interface BlockReader {
  readonly offline: boolean
  /** Decides which blocks the reader gives; undefined if there are no rules to follow. */
  readonly policy?: ContentPolicy | undefined
  /**
   * Reads a block.
   *
   * @throws ContentBlockedError if a denylist blocks it
   * @throws BlockNotFoundError if it is not in the store and the reader is offline
   * @throws HashNotAllowedError
   * @throws the signal's reason
   */
  get: (cid: CID, options: { signal: AbortSignal }) => Promise<Uint8Array>
  /**
   * Yields blocks in the order of the CIDs. Reads ahead in the store, and fetches many blocks concurrently. Both are
   * bounded by number and bytes, for any number of CIDs. Throws like `get`, after the blocks before.
   */
  getMany: (cids: Iterable<CID>, options: ReadManyOptions) => AsyncGenerator<Block>
  /** Same as `getMany`, in batches of blocks that arrived together, to avoid an `await` for each. */
  getBatches: (cids: Iterable<CID>, options: ReadManyOptions) => AsyncGenerator<Block[]>
  /** Yields sizes in bytes. Fetches missing blocks, like `getMany`, but does not load local ones. */
  sizeMany: (cids: Iterable<CID>, options: { signal: AbortSignal }) => AsyncGenerator<number>
  /** Parts of local blocks by where they are stored, and cached facts about local blocks, if the store has them. */
  readonly local: Pick<Blockstore['capabilities'], 'extents' | 'notes'>
  /** Whether the block is available without the network. */
  has: (cid: CID) => Promise<boolean>
  /**
   * Announces that the next reads belong to the content of this root. Sources that had blocks of it are asked first.
   */
  about?: (root: CID) => void
  /**
   * Announces the next block to be read, and a function that returns what is likely to be read after it, also by later
   * requests: the other entries of its directory. A store reads small ones of them together with the block.
   */
  expectNext?: (cid: CID, ahead: () => readonly CID[]) => void
  /** Announces that a whole DAG is going to be read, in link order, so that it may be fetched in one request. */
  expectAll?: (root: CID) => void
  /** Returns the size in bytes, without loading a local block. */
  size: (cid: CID, options: { signal: AbortSignal }) => Promise<number>
}

export interface BlockReaderOptions {
  /** reads blocked blocks too, for work on the store that shows nothing of them, such as garbage collection */
  unchecked?: boolean
}

/**
 * Creates a reader. It neither reads nor fetches blocks that the policy of the store blocks.
 *
 * @param session - of the exchange, for this request; undefined for local blocks only
 */
export function blockReader (
  store: BlockSource,
  session: ExchangeSession | undefined,
  { unchecked = false }: BlockReaderOptions = {}
): BlockReader {
  const policy = unchecked ? undefined : store.capabilities.policy
  const local = new LocalBlocks(store)
  let expected: { cid: CID; ahead: () => readonly CID[] } | undefined
  const remote = session == null ? undefined : new RemoteBlocks(store, local, session)

  async function got (cid: CID, signal: AbortSignal): Promise<Got<Block>> {
    policy?.checkBlock(cid)
    checkMultihash(cid.multihash)
    const ahead = expected?.cid.equals(cid) === true ? expected.ahead : undefined

    if (remote != null) {
      const found = await remote.get(cid, { signal, ahead })
      return gotBlock(cid, found.bytes, found.remote)
    }

    const here = await local.bytes(cid, { signal, ahead })

    if (here == null) {
      throw new BlockNotFoundError(cid)
    }

    return gotBlock(cid, here, false)
  }

  async function gotSize (cid: CID, signal: AbortSignal): Promise<Got<number>> {
    policy?.checkBlock(cid)
    const here = await local.size(cid, { signal })

    if (here != null) {
      return { value: here, size: here, remote: false }
    }

    const { size, remote } = await got(cid, signal)
    return { value: size, size, remote }
  }

  async function prefetch (cid: CID, signal: AbortSignal): Promise<number> {
    return await local.has(cid) ? 0 : (await got(cid, signal)).size
  }

  function readLocalBatches (
    window: CID[],
    { signal, below, ahead, linksAlone }: ReadManyOptions
  ): AsyncGenerator<Block[]> {
    return below == null || ahead == null
      ? local.batches(window, { signal, linksAlone })
      : ahead.batches(window, below, local, { signal, linksAlone })
  }

  /** Reads from the store up to the first missing block, then fetches until blocks are local again, and so on. */
  async function* many<T> (
    cids: Iterable<CID>,
    here: (window: CID[]) => AsyncIterable<T[]>,
    get: (cid: CID, signal: AbortSignal) => Promise<Got<T>>,
    { signal, below, pace, keeper }: ReadManyOptions
  ): AsyncGenerator<T[]> {
    const source = new CidSource(cids)
    const windows: Array<FetchWindow<T>> = []
    let leaving: AbortController | undefined
    let fetchSignal = signal
    let keeping: FetchKeeper | undefined
    let hasEnded = false

    const keeps = (): boolean => (keeping ??= keeper?.()) != null

    try {
      for (let window = source.take(LOCAL_WINDOW); window.length > 0; window = source.take(LOCAL_WINDOW)) {
        signal.throwIfAborted()
        const allowed = allowedCount(window, policy)

        if (allowed === 0) {
          policy?.checkBlock(window[0])
        } else if (allowed < window.length) {
          source.giveBack(window.splice(allowed))
        }

        let read = 0
        let last: T[] | undefined

        for await (const batch of here(window)) {
          read += batch.length

          if (read === window.length) {
            // Ends the read of the store: a walk that has all blocks of a level does not ask for the end.
            last = batch
            break
          }

          yield batch
        }

        if (last != null) {
          yield last
        }

        if (read < window.length) {
          source.giveBack(window.slice(read))

          if (leaving == null) {
            leaving = new AbortController()
            fetchSignal = AbortSignal.any([signal, leaving.signal])
          }

          const fetches = new FetchWindow(source, { get, prefetch, below, pace, keeps, signal: fetchSignal })
          // The prefetches of earlier windows may be under way.
          windows.splice(0, windows.length, ...windows.filter(({ pending }) => pending > 0), fetches)

          for await (const value of fetches.results()) {
            yield [value]
          }
        }
      }

      hasEnded = true
    } finally {
      const cancel = (): void => {
        leaving?.abort(new DOMException('the reader has ended', 'AbortError'))
      }

      if (hasEnded || !keeps()) {
        // Only now: the prefetches of a window that has ended are for blocks that the reader requests later.
        cancel()
      } else {
        windows.forEach((fetches) => {
          keeping?.keep({
            get pending () {
              return fetches.pending
            },
            get pendingBytes () {
              return fetches.pendingBytes
            },
            cancel
          })
        })
      }
    }
  }

  const getBatches: BlockReader['getBatches'] = (cids, options) =>
    many(cids, (window) => readLocalBatches(window, options), got, options)

  return {
    offline: remote == null,

    get: async (cid, { signal }) => (await got(cid, signal)).value.bytes,
    getMany: (cids, options) => flattenBatches(getBatches(cids, options)),
    getBatches: getBatches,
    sizeMany: (cids, options) => flattenBatches(many(cids, (window) => local.sizes(window, options), gotSize, options)),
    local: { extents: checkedExtents(store.capabilities.extents, policy), notes: store.capabilities.notes },
    policy,
    has: async (cid) => policy?.blocks(cid) !== true && await local.has(cid),
    about: (root) => {
      session?.about?.(root)
    },
    expectAll: (root) => {
      session?.expectAll?.(root)
    },
    expectNext: (cid, ahead) => {
      expected = { cid, ahead }
    },
    size: async (cid, { signal }) => (await gotSize(cid, signal)).value
  }
}

/** Returns how many CIDs come before the first that is blocked. */
function allowedCount (cids: readonly CID[], policy: ContentPolicy | undefined): number {
  const first = policy?.rules == null ? -1 : cids.findIndex((cid) => policy.blocks(cid))
  return first < 0 ? cids.length : first
}

/** Returns a reader of parts of blocks that reads none of blocked blocks: the caller then reads block by block. */
function checkedExtents (
  extents: ExtentReader | undefined,
  policy: ContentPolicy | undefined
): ExtentReader | undefined {
  const isAllowed = (parts: readonly BlockPart[]): boolean =>
    policy?.rules == null || !parts.some(({ cid }) => policy.blocks(cid))

  return extents == null || policy == null ? extents : {
    blob: async (parts, options) => isAllowed(parts) ? await extents.blob(parts, options) : undefined,
    range: async (parts, options) => isAllowed(parts) ? await extents.range(parts, options) : undefined
  }
}

function gotBlock (cid: CID, bytes: Uint8Array, remote: boolean): Got<Block> {
  const block = { cid, bytes }
  return { value: block, size: bytes.byteLength, block, remote }
}

/** An iterator of CIDs with pushback: CIDs that were taken too early can be returned. */
class CidSource implements Iterator<CID> {
  readonly #cids: Iterator<CID>
  /** Returned CIDs, the next one last. */
  #back: CID[] = []

  constructor (cids: Iterable<CID>) {
    this.#cids = cids[Symbol.iterator]()
  }

  next (): IteratorResult<CID> {
    const value = this.#back.pop()
    return value == null ? this.#cids.next() : { value }
  }

  /** Takes up to `max` CIDs; an empty list at the end. */
  take (max: number): CID[] {
    const cids: CID[] = []

    while (cids.length < max) {
      const { done, value } = this.next()

      if (done === true) {
        break
      }

      cids.push(value as CID)
    }

    return cids
  }

  /** Puts CIDs back in front of the remaining ones. */
  giveBack (cids: CID[]): void {
    this.#back.push(...cids.reverse())
  }
}
