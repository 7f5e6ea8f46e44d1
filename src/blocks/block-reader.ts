import type { CID } from 'multiformats/cid'
import { checkMultihash } from '../cid/check-multihash.ts'
import type { Block, BlockPart, Blockstore } from '../store/blockstore.ts'
import { BlockNotFoundError } from './block-not-found-error.ts'
import type { Exchange } from './exchange.ts'

const IDENTITY = 0x00

/** Reads blocks for one request: from the CID itself (identity hash), from the store, then, unless offline, from the exchange. */
export interface BlockReader {
  readonly offline: boolean
  /**
   * @throws BlockNotFoundError when offline and not here; HashNotAllowedError; the signal's reason when aborted
   */
  get: (cid: CID, options: { signal: AbortSignal }) => Promise<Uint8Array>
  /** Blocks in the order of the CIDs, read ahead together. */
  getMany: (cids: Iterable<CID>, options: { signal: AbortSignal }) => AsyncGenerator<Block>
  /** Parts of local blocks as a Blob that reads them when it is read; undefined where the store gives none. See `Blockstore`. */
  blob?: (parts: readonly BlockPart[], options: { signal: AbortSignal }) => Promise<Blob | undefined>
  /** Whether the block can be had without the network. */
  has: (cid: CID) => Promise<boolean>
  /** Bytes of the block without loading it where it is local. */
  size: (cid: CID, options: { signal: AbortSignal }) => Promise<number>
}

/** @param exchange - undefined for a reader that looks at the local store alone */
export function blockReader (store: Blockstore, exchange: Exchange | undefined): BlockReader {
  async function get (cid: CID, { signal }: { signal: AbortSignal }): Promise<Uint8Array> {
    checkMultihash(cid.multihash)

    if (cid.multihash.code === IDENTITY) {
      return cid.multihash.digest
    }

    try {
      signal.throwIfAborted()
      return await store.bytes(cid, { signal })
    } catch (err) {
      if ((err as Error).name !== 'NotFoundError') {
        throw err
      }
    }

    if (exchange == null) {
      throw new BlockNotFoundError(cid)
    }

    const bytes = await exchange.get(cid, { signal })
    await store.put(cid, bytes)
    return bytes
  }

  return {
    offline: exchange == null,
    get,

    async * getMany (cids, options) {
      let rest = [...cids]

      // The store reads neighbours together up to the first block that it lacks; that one is fetched, and it goes on behind it.
      while (rest.length > 0) {
        let read = 0

        try {
          for await (const block of store.bytesMany(rest.filter(isStored), options)) {
            for (; !isStored(rest[read]); read++) yield identityBlock(rest[read])
            yield { cid: rest[read++], bytes: block.bytes }
          }

          for (; read < rest.length; read++) yield identityBlock(rest[read])
        } catch (err) {
          if ((err as Error).name !== 'NotFoundError') {
            throw err
          }

          for (; !isStored(rest[read]); read++) yield identityBlock(rest[read])
          yield { cid: rest[read], bytes: await get(rest[read], options) }
          read++
        }

        rest = rest.slice(read)
      }
    },

    blob: async (parts, options) => await store.blob?.(parts, options),

    async has (cid) {
      return cid.multihash.code === IDENTITY || await store.has(cid)
    },

    async size (cid, options) {
      if (cid.multihash.code === IDENTITY) {
        return cid.multihash.digest.byteLength
      }

      return await store.size(cid, options) ?? (await get(cid, options)).byteLength
    }
  }
}

function isStored (cid: CID): boolean {
  return cid.multihash.code !== IDENTITY
}

function identityBlock (cid: CID): Block {
  return { cid, bytes: cid.multihash.digest }
}
