import { RecentMap } from '../../../bytes/recent-map.ts'

/** Largest node that is cached: nodes of files, and directories, which are sharded above this size. */
const MAX_NODE_BYTES = 256 * 1024 - 1

/** Largest leaf that is cached: small files. Leaves of large files would only evict everything else. */
const MAX_LEAF_BYTES = 64 * 1024

const DEFAULT_MAX_BYTES = 8 * 1024 * 1024

/** Overhead of an entry in addition to its bytes: a repo can have very many tiny blocks. */
const ENTRY_BYTES = 512

/**
 * An LRU cache of small blocks: every range of a file asks for its root again, every path for its directory. It never
 * contains deleted blocks: a read notes the `generation` before it starts, and its result is cached only if nothing was
 * forgotten since.
 */
export class SmallBlockCache {
  readonly #blocks: RecentMap<string, { bytes: Uint8Array; size: number }>
  #generation = 0

  /** @param maxBytes - of all cached blocks */
  constructor (maxBytes: number = DEFAULT_MAX_BYTES) {
    this.#blocks = new RecentMap({ max: maxBytes, sizeOf: ({ size }) => size })
  }

  get generation (): number {
    return this.#generation
  }

  get (key: string): Uint8Array | undefined {
    const block = this.#blocks.get(key)

    if (block == null) {
      return
    }

    // A consumer has transferred the buffer of a block that was handed out.
    if (block.bytes.byteLength === 0) {
      this.#blocks.delete(key)
      return
    }

    return block.bytes
  }

  /**
   * @param generation - as it was before the block was looked up
   * @param isLeaf - whether the block has no links to follow
   */
  keep (key: string, bytes: Uint8Array, generation: number, isLeaf: boolean): void {
    const { byteLength, buffer } = bytes
    const max = isLeaf ? MAX_LEAF_BYTES : MAX_NODE_BYTES

    // A view would keep all of a larger buffer alive.
    if (
      generation !== this.#generation || byteLength === 0 || byteLength > max || buffer.byteLength > 2 * max ||
      this.#blocks.has(key)
    ) {
      return
    }

    this.#blocks.set(key, { bytes, size: buffer.byteLength + ENTRY_BYTES })
  }

  forget (keys: Iterable<string>): void {
    this.#generation++

    for (const key of keys) {
      this.#blocks.delete(key)
    }
  }
}
