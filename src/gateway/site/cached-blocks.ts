import { NotFoundError } from 'interface-store'
import type { CID } from 'multiformats/cid'
import { batches } from '../../async/iteration/batches.ts'
import type { BlockSource } from '../../blocks/local/block-source.ts'
import { verifyBlock } from '../../blocks/local/verify-block.ts'
import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import { multihashKey } from '../../cid/hash/multihash-key.ts'
import type { Block, Blockstore } from '../../store/blockstore/blockstore.ts'
import type { SiteCache } from '../own-origin/site-cache.ts'

/** Number of blocks that are read together. */
const WINDOW = 32

/** The blocks of a site's cache. */
export type BlocksOfSite = Pick<SiteCache, 'get' | 'put' | 'drop' | 'size' | 'verified'>

/**
 * The block cache of a site. Every block is verified when it is read from the database, because scripts of the site can
 * write into it. They can therefore change only what they show, never the content of an address.
 */
export class CachedBlocks implements BlockSource {
  readonly capabilities = {}
  readonly #cache: BlocksOfSite

  constructor (cache: BlocksOfSite) {
    this.#cache = cache
  }

  /**
   * Returns blocks in the order of the CIDs; undefined for a block that is missing or does not match its CID. Never
   * rejects.
   */
  async kept (cids: readonly CID[]): Promise<Array<Uint8Array | undefined>> {
    const { verified } = this.#cache
    const here = cids.map((cid) => verified.get(digestKey(cid)))
    const others = cids.filter((_, i) => here[i] == null)

    if (others.length === 0) {
      return here
    }

    const { generation } = verified
    // A cache that the browser has deleted, or a script of the site has broken, counts as empty.
    const kept = await this.#cache.get(others).catch((): Array<Uint8Array | undefined> => others.map(() => undefined))
    const checked = await Promise.all(
      kept.map(async (bytes, i) => bytes == null ? undefined : await this.#checked(others[i], bytes, generation))
    )
    let next = 0
    return here.map((bytes) => bytes ?? checked[next++])
  }

  /** Keeps a verified small block in memory. */
  remember (cid: CID, bytes: Uint8Array, generation = this.#cache.verified.generation): void {
    this.#cache.verified.keep(digestKey(cid), bytes, generation, cid.code === CODEC.raw)
  }

  readonly bytes: Blockstore['bytes'] = async (cid) => {
    const [bytes] = await this.kept([cid])
    return bytes ?? throwMissing(cid)
  }

  readonly bytesMany: Blockstore['bytesMany'] = async function* (
    this: CachedBlocks,
    cids: Iterable<CID> | AsyncIterable<CID>,
    { signal }: { signal?: AbortSignal } = {}
  ): AsyncGenerator<Block> {
    for await (const window of batches(cids, WINDOW)) {
      signal?.throwIfAborted()
      const kept = await this.kept(window)

      for (const [i, cid] of window.entries()) {
        yield { cid, bytes: kept[i] ?? throwMissing(cid) }
      }
    }
  }.bind(this)

  readonly size: Blockstore['size'] = async (cid) => this.#cache.size(cid)

  readonly has: BlockSource['has'] = async (cid) => this.#cache.size(cid) != null

  readonly put: BlockSource['put'] = async (cid, bytes) => {
    this.#cache.put(cid, bytes as Uint8Array)
    return cid
  }

  async #checked (cid: CID, bytes: Uint8Array, generation: number): Promise<Uint8Array | undefined> {
    try {
      await verifyBlock({ cid, bytes })
      this.remember(cid, bytes, generation)
      return bytes
    } catch {
      this.#cache.drop(cid)
      return undefined
    }
  }
}

function digestKey ({ multihash }: CID): string {
  return multihashKey(multihash.bytes)
}

function throwMissing (cid: CID): never {
  throw new NotFoundError(`block ${cid} is not kept here`)
}
