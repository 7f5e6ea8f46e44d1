import type { Stat } from '../../format/stat.ts'
import { UNIXFS_TYPE } from '../../format/unixfs-data.ts'
import { EMPTY_CHUNK } from '../chunker/chunk.ts'
import type { Chunk } from '../chunker/chunk.ts'
import type { FileLink, FileNodes } from './file-nodes.ts'
import type { Layout } from './layout.ts'

/**
 * All leaves at one depth, every node but the last of its level full (boxo `importer/balanced/builder.go`). A single
 * chunk is the file.
 */
export class BalancedLayout implements Layout {
  readonly #nodes: FileNodes
  readonly #maxLinks: number
  /** held back until it is known whether it is the whole file, whose leaf carries the stat */
  #first: Chunk | undefined
  /** children of the node that is being filled, leaves at 0 */
  #levels: Array<Array<Promise<FileLink>>> = []

  constructor (nodes: FileNodes, maxLinks: number) {
    this.#nodes = nodes
    this.#maxLinks = maxLinks
  }

  add (chunk: Chunk): void {
    if (this.#levels.length > 0) {
      this.#addLeaf(chunk)
    } else if (this.#first == null) {
      this.#first = chunk
    } else {
      this.#checkMaxLinks()
      this.#addLeaf(this.#first)
      this.#addLeaf(chunk)
      this.#first = undefined
    }
  }

  end (stat?: Stat): Promise<FileLink> {
    if (this.#levels.length === 0) {
      return this.#nodes.leaf(this.#first ?? EMPTY_CHUNK, UNIXFS_TYPE.file, stat)
    }

    let level = 0

    for (; level < this.#levels.length - 1; level++) {
      this.#push(level + 1, this.#nodes.node(this.#levels[level]))
    }

    return this.#nodes.node(this.#levels[level], stat)
  }

  /**
   * At each level whose last node has room, and then whether it needs another level (boxo `balanced/builder.go`,
   * `fillNodeRec`, `Layout`).
   */
  get looks (): number {
    return 1 + this.#levels.filter(({ length }) => length < this.#maxLinks).length
  }

  #addLeaf (chunk: Chunk): void {
    this.#push(0, this.#nodes.leaf(chunk, UNIXFS_TYPE.file))
  }

  /** A full node goes up only when one more comes: else it may be the root. */
  #push (level: number, link: Promise<FileLink>): void {
    const children = this.#levels[level] ??= []

    if (children.length === this.#maxLinks) {
      this.#levels[level] = [link]
      this.#push(level + 1, this.#nodes.node(children))
    } else {
      children.push(link)
    }
  }

  /** With one link a node the tree would never end; Kubo tries for ever. */
  #checkMaxLinks (): void {
    if (this.#maxLinks < 2) {
      throw new RangeError('max-file-links must be at least 2 for a file of more than one chunk')
    }
  }
}
