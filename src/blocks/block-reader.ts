import type { CID } from 'multiformats/cid'
import { oneByOne } from '../async/one-by-one.ts'
import { checkMultihash } from '../cid/check-multihash.ts'
import type { Block, BlockNotes, BlockPart } from '../store/blockstore.ts'
import { BlockNotFoundError } from './block-not-found-error.ts'
import type { BlockSource } from './block-source.ts'
import { CidSource } from './cid-source.ts'
import type { ExchangeSession } from './exchange-session.ts'
import { FetchWindow } from './fetch-window.ts'
import type { Got, Pace } from './fetch-window.ts'
import { LocalBlocks } from './local-blocks.ts'
import type { ReadAhead } from './read-ahead.ts'
import { RemoteBlocks } from './remote-blocks.ts'

/** CIDs that the store is asked for together; what of them is really read ahead is bounded in bytes by the store. */
const LOCAL_WINDOW = 256

export interface ReadManyOptions {
  signal: AbortSignal
  /**
   * What the reader will ask for when it has a block, in that order. Where blocks come from afar these are fetched before its
   * turn comes. May throw for a block that cannot be read.
   */
  below?: (block: Block) => Iterable<CID>
  /** Of the walk that this is a part of: small blocks that are here are read ahead for its next reads, as `below` tells. */
  ahead?: ReadAhead
  /** The reader may stop or jump at any time, as a player does: no more is fetched ahead of it than it has shown to read. */
  pace?: Pace
  /** see `LotOptions`; of `getLots` alone */
  linksAlone?: boolean
}

/** Reads blocks for one request: from the CID itself (identity hash), from the store, then, unless offline, from the exchange. */
export interface BlockReader {
  readonly offline: boolean
  /**
   * @throws BlockNotFoundError when offline and not here; HashNotAllowedError; the signal's reason when aborted
   */
  get: (cid: CID, options: { signal: AbortSignal }) => Promise<Uint8Array>
  /**
   * Blocks in the order of the CIDs: from the store read ahead together, from the exchange with many on the way at once. Both
   * within bounds of number and bytes, however many CIDs there are. Throws as `get`, behind the blocks before.
   */
  getMany: (cids: Iterable<CID>, options: ReadManyOptions) => AsyncGenerator<Block>
  /** The same in lots of blocks that came together, for who wants no wait for each. */
  getLots: (cids: Iterable<CID>, options: ReadManyOptions) => AsyncGenerator<Block[]>
  /** The sizes in bytes of blocks that are made sure to be here, as `getMany`; those that are here are not loaded. */
  sizeMany: (cids: Iterable<CID>, options: { signal: AbortSignal }) => AsyncGenerator<number>
  /** Parts of local blocks as a Blob that reads them when it is read; undefined where the store gives none. See `Blockstore`. */
  blob?: (parts: readonly BlockPart[], options: { signal: AbortSignal }) => Promise<Blob | undefined>
  /** The bytes of parts of local blocks; undefined where the blocks are as good. See `Blockstore`. */
  range?: (parts: readonly BlockPart[], options: { signal: AbortSignal }) => Promise<Uint8Array | undefined>
  /** What was found out about local blocks before, where the store keeps such. See `Blockstore`. */
  readonly notes?: BlockNotes
  /** Whether the block can be had without the network. */
  has: (cid: CID) => Promise<boolean>
  /** What is read next belongs to the content of this root; where it is not here, whoever has that is asked first. */
  about?: (root: CID) => void
  /** All of a DAG is going to be read, in the order of its links; where it is not here it may be asked for as a whole then. */
  expectAll?: (root: CID) => void
  /** Bytes of the block without loading it where it is local. */
  size: (cid: CID, options: { signal: AbortSignal }) => Promise<number>
}

/** @param session - of the exchange, for this request; undefined for a reader that looks at the local store alone */
export function blockReader (store: BlockSource, session: ExchangeSession | undefined): BlockReader {
  const local = new LocalBlocks(store)
  const remote = session == null ? undefined : new RemoteBlocks(store, session)

  async function got (cid: CID, signal: AbortSignal): Promise<Got<Block>> {
    checkMultihash(cid.multihash)
    const here = await local.bytes(cid, { signal })

    if (here != null) {
      return gotBlock(cid, here, false)
    }

    if (remote == null) {
      throw new BlockNotFoundError(cid)
    }

    return gotBlock(cid, await remote.get(cid, { signal }), true)
  }

  async function gotSize (cid: CID, signal: AbortSignal): Promise<Got<number>> {
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

  function lotsHere (window: CID[], { signal, below, ahead, linksAlone }: ReadManyOptions): AsyncGenerator<Block[]> {
    return below == null || ahead == null ? local.lots(window, { signal, linksAlone }) : ahead.lots(window, below, local, { signal, linksAlone })
  }

  /** Reads the store as far as it goes, what it lacks from afar, then the store again. */
  async function * many<T> (cids: Iterable<CID>, here: (window: CID[]) => AsyncIterable<T[]>, get: (cid: CID, signal: AbortSignal) => Promise<Got<T>>, { signal, below, pace }: ReadManyOptions): AsyncGenerator<T[]> {
    const source = new CidSource(cids)

    for (let window = source.take(LOCAL_WINDOW); window.length > 0; window = source.take(LOCAL_WINDOW)) {
      signal.throwIfAborted()
      let read = 0

      for await (const lot of here(window)) {
        read += lot.length
        yield lot
      }

      if (read < window.length) {
        source.giveBack(window.slice(read))

        for await (const value of new FetchWindow(source, { get, prefetch, below, pace, signal }).results()) {
          yield [value]
        }
      }
    }
  }

  const getLots: BlockReader['getLots'] = (cids, options) => many(cids, (window) => lotsHere(window, options), got, options)

  return {
    offline: remote == null,

    get: async (cid, { signal }) => (await got(cid, signal)).value.bytes,
    getMany: (cids, options) => oneByOne(getLots(cids, options)),
    getLots,
    sizeMany: (cids, options) => oneByOne(many(cids, (window) => local.sizes(window, options), gotSize, options)),
    blob: async (parts, options) => await store.blob?.(parts, options),
    range: async (parts, options) => await store.range?.(parts, options),
    notes: store.notes,
    has: async (cid) => await local.has(cid),
    about: (root) => { session?.about?.(root) },
    expectAll: (root) => { session?.expectAll?.(root) },
    size: async (cid, { signal }) => (await gotSize(cid, signal)).value
  }
}

function gotBlock (cid: CID, bytes: Uint8Array, remote: boolean): Got<Block> {
  const block = { cid, bytes }
  return { value: block, size: bytes.byteLength, block, remote }
}
