import type { Stat } from '../../format/stat.ts'
import { UNIXFS_TYPE } from '../../format/unixfs-data.ts'
import { EMPTY_CHUNK } from '../chunker/chunk.ts'
import type { Chunk } from '../chunker/chunk.ts'
import type { FileLink, NodeMaker } from './file-nodes.ts'
import type { Layout } from './layout.ts'

/**
 * The balanced layout: all leaves at one depth, and every node full except the last of its level (boxo
 * `importer/balanced/builder.go`). A single chunk is the file.
 */
export class BalancedLayout implements Layout {
  readonly #nodes: NodeMaker
  readonly #maxLinks: number
  /** the first chunk, held back until it is known whether it is the whole file: then its leaf has the metadata */
  #first: Chunk | undefined
  /** the children of the unfinished node of each level; leaves are at 0 */
  #levels: Array<Array<Promise<FileLink>>> = []

  constructor (nodes: NodeMaker, maxLinks: number) {
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
   * One read for each level whose last node has room, and one to decide about another level (boxo
   * `balanced/builder.go`, `fillNodeRec`, `Layout`).
   */
  get looks (): number {
    return 1 + this.#levels.filter(({ length }) => length < this.#maxLinks).length
  }

  #addLeaf (chunk: Chunk): void {
    this.#push(0, this.#nodes.leaf(chunk, UNIXFS_TYPE.file))
  }

  /** Adds a link to a level. Moves a full node up only when another link follows, since it may be the root. */
  #push (level: number, link: Promise<FileLink>): void {
    const children = this.#levels[level] ??= []

    if (children.length === this.#maxLinks) {
      this.#levels[level] = [link]
      this.#push(level + 1, this.#nodes.node(children))
    } else {
      children.push(link)
    }
  }

  /** Rejects a limit of one link, with which the tree would never end. Kubo loops forever. */
  #checkMaxLinks (): void {
    if (this.#maxLinks < 2) {
      throw new RangeError('max-file-links must be at least 2 for a file of more than one chunk')
    }
  }
}
