import { batches } from '../../async/iteration/batches.ts'
import { eachLink } from '../../ipld/registry/links.ts'
import type { Block } from '../../store/blockstore/blockstore.ts'
import { decodeUnixfsNode } from '../format/unixfs-node.ts'
import type { DirectoryNode, UnixfsNode } from '../format/unixfs-node.ts'
import { listDirectory } from '../read/directory/list-directory.ts'
import type { DirectoryEntry } from '../read/directory/list-directory.ts'
import { withTrueSize } from '../read/file/load-node.ts'
import type { ReadOptions } from '../read/sizes/read-options.ts'

/** The number of entries whose root blocks are read together. */
const BATCH = 64

/** Reads the entries of a directory with their root nodes. Root blocks are read ahead, and prefetched with children. */
export class LoadedEntries {
  readonly #options: ReadOptions
  readonly #batches: AsyncGenerator<DirectoryEntry[]>
  #batch: DirectoryEntry[] = []
  #at = 0
  /** Root blocks of the rest of the batch; undefined until the next one is needed. */
  #blocks: AsyncGenerator<Block> | undefined

  constructor (directory: DirectoryNode, options: ReadOptions) {
    this.#options = options
    this.#batches = batches(listDirectory(directory, options), BATCH)
  }

  /**
   * Returns the next entry; undefined at the end.
   *
   * @throws an Error if a block is unavailable
   */
  async next (): Promise<{ name: string; node: UnixfsNode } | undefined> {
    if (this.#at === this.#batch.length) {
      await this.park()
      const { done, value } = await this.#batches.next()

      if (done === true) {
        return undefined
      }

      this.#batch = value
      this.#at = 0
    }

    this.#blocks ??= this.#options.blocks.getMany(this.#batch.slice(this.#at).map(({ cid }) => cid), {
      signal: this.#options.signal,
      below: ({ cid, bytes }) => eachLink(cid, bytes)
    })
    const { value } = await this.#blocks.next() as IteratorResult<Block, Block>
    const { name, cid } = this.#batch[this.#at++]
    return { name, node: await withTrueSize(decodeUnixfsNode(cid, value.bytes), this.#options) }
  }

  /** Releases the blocks that were read ahead. `next` reads them again from the store. */
  async park (): Promise<void> {
    const blocks = this.#blocks
    this.#blocks = undefined
    await blocks?.return(undefined)
  }

  /** Ends the reads. */
  async close (): Promise<void> {
    await this.park()
    await this.#batches.return(undefined)
  }
}
