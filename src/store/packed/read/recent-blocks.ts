import { RecentMap } from '../../../bytes/recent-map.ts'

/** Nodes up to this are kept: those of files, and directories, which are sharded above it. */
const MAX_NODE_BYTES = 256 * 1024 - 1

/** Small files are kept too. Leaves of large ones would only push all else out. */
const MAX_LEAF_BYTES = 64 * 1024

const DEFAULT_MAX_BYTES = 8 * 1024 * 1024

/** What an entry takes besides its bytes: a repo can have very many blocks of a few bytes. */
const ENTRY_BYTES = 512

/**
 * Small blocks that were just read: every range of a file asks for its root again, every name for its directory.
 * Holds nothing that was deleted meanwhile: a read notes the `generation` before it starts, and what it brings is kept only
 * when nothing was forgotten since.
 */
export class RecentBlocks {
  readonly #blocks: RecentMap<string, { bytes: Uint8Array, size: number }>
  #generation = 0

  /** @param maxBytes - of all that is kept */
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

    // somebody transferred the buffer of a block that was handed out
    if (block.bytes.byteLength === 0) {
      this.#blocks.delete(key)
      return
    }

    return block.bytes
  }

  /**
   * @param generation - as it was before the block was looked for
   * @param isLeaf - it is asked for as bytes, and leads to no others
   */
  keep (key: string, bytes: Uint8Array, generation: number, isLeaf: boolean): void {
    const { byteLength, buffer } = bytes
    const max = isLeaf ? MAX_LEAF_BYTES : MAX_NODE_BYTES

    // a view would keep all of a larger buffer alive
    if (generation !== this.#generation || byteLength === 0 || byteLength > max || buffer.byteLength > 2 * max || this.#blocks.has(key)) {
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
