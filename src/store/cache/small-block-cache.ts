import { RecentMap } from '../../bytes/recent-map.ts'

/** Largest node that is cached: nodes of files, and directories, which are sharded above this size. */
const MAX_NODE_BYTES = 256 * 1024 - 1

/** Largest leaf that is cached: small files. Leaves of large files would only evict everything else. */
export const SMALL_BLOCK_BYTES = 64 * 1024

const DEFAULT_MAX_BYTES = 16 * 1024 * 1024

/** Overhead of an entry in addition to its bytes: a repo can have very many tiny blocks. */
const ENTRY_BYTES = 512

interface CachedBlock {
  bytes: Uint8Array
  size: number
}

/**
 * A segmented LRU cache of small blocks that were just written, read, or read ahead. Half of it is for blocks that were
 * used again: every range of a file asks for its root, every path for its directory, and a walk over very many blocks
 * must not evict those.
 *
 * It never contains deleted blocks: a read notes the `generation` before it starts, and its result is cached only if
 * nothing was forgotten since.
 */
export class SmallBlockCache {
  /** blocks that were not used since they were added */
  readonly #fresh: RecentMap<string, CachedBlock>
  readonly #used: RecentMap<string, CachedBlock>
  #generation = 0

  /** @param maxBytes - of all cached blocks */
  constructor (maxBytes: number = DEFAULT_MAX_BYTES) {
    const half = { max: maxBytes / 2, sizeOf: ({ size }: CachedBlock) => size }
    this.#fresh = new RecentMap(half)
    this.#used = new RecentMap(half)
  }

  get generation (): number {
    return this.#generation
  }

  get (key: string): Uint8Array | undefined {
    const block = this.#used.get(key) ?? this.#fresh.peek(key)

    if (block == null) {
      return
    }

    // A consumer has transferred the buffer of a block that was handed out.
    if (block.bytes.byteLength === 0) {
      this.#delete(key)
      return
    }

    if (this.#fresh.delete(key)) {
      this.#used.set(key, block)
    }

    return block.bytes
  }

  /** Returns whether a block is cached, without counting that as a use. */
  has (key: string): boolean {
    return this.#used.has(key) || this.#fresh.has(key)
  }

  /**
   * @param generation - as it was before the block was looked up
   * @param isLeaf - whether the block has no links to follow
   */
  keep (key: string, bytes: Uint8Array, generation: number, isLeaf: boolean): void {
    const { byteLength, buffer } = bytes
    const max = isLeaf ? SMALL_BLOCK_BYTES : MAX_NODE_BYTES

    // A view would keep all of a larger buffer alive.
    if (
      generation !== this.#generation || byteLength === 0 || byteLength > max || buffer.byteLength > 2 * max ||
      this.has(key)
    ) {
      return
    }

    this.#fresh.set(key, { bytes, size: buffer.byteLength + ENTRY_BYTES })
  }

  forget (keys: Iterable<string>): void {
    this.#generation++

    for (const key of keys) {
      this.#delete(key)
    }
  }

  #delete (key: string): void {
    this.#used.delete(key)
    this.#fresh.delete(key)
  }
}
