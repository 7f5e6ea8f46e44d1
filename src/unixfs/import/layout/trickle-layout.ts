import type { Stat } from '../../format/stat.ts'
import { UNIXFS_TYPE } from '../../format/unixfs-data.ts'
import type { Chunk } from '../chunker/chunk.ts'
import type { FileLink, FileNodes } from './file-nodes.ts'
import type { Layout } from './layout.ts'

/** Subtrees of each depth below a node (boxo `importer/trickle/trickledag.go`, `depthRepeat`). */
const DEPTH_REPEAT = 4

/** A node that is being filled. */
interface Growing {
  children: Array<Promise<FileLink>>
  /** its subtrees have depths below this one */
  depthLimit: number
  /** depth of its next subtree, and how many of that depth it has */
  depth: number
  repeat: number
}

/**
 * Each node has leaves first, then subtrees of rising depth: quick to read from the start (boxo
 * `importer/trickle/trickledag.go`).
 */
export class TrickleLayout implements Layout {
  readonly #nodes: FileNodes
  readonly #maxLinks: number
  /** from the root down to the node that is being filled */
  #path: Growing[] = [growing(Infinity)]
  #looks = 0

  constructor (nodes: FileNodes, maxLinks: number) {
    this.#nodes = nodes
    this.#maxLinks = maxLinks
  }

  add (chunk: Chunk): void {
    this.#nextWithRoom().children.push(this.#nodes.leaf(chunk, UNIXFS_TYPE.raw))
  }

  end (stat?: Stat): Promise<FileLink> {
    this.#looks = looksOf(this.#path, this.#maxLinks)

    while (this.#path.length > 1) {
      this.#close()
    }

    return this.#nodes.node(this.#path[0].children, stat)
  }

  get looks (): number {
    return this.#looks
  }

  /** The node that takes the next leaf: the one at hand, a new subtree of it, or one further up when it is complete. */
  #nextWithRoom (): Growing {
    for (;;) {
      const node = this.#path[this.#path.length - 1]

      if (node.children.length < this.#maxLinks) {
        return node
      }

      if (node.depth < node.depthLimit) {
        this.#path.push(growing(node.depth))
      } else {
        this.#close()
      }
    }
  }

  #close (): void {
    const { children } = this.#path.pop() as Growing
    const parent = this.#path[this.#path.length - 1]

    parent.children.push(this.#nodes.node(children))
    parent.repeat++

    if (parent.repeat === DEPTH_REPEAT) {
      parent.repeat = 0
      parent.depth++
    }
  }
}

function growing (depthLimit: number): Growing {
  return { children: [], depthLimit, depth: 1, repeat: 0 }
}

/**
 * By the last node, for a leaf and for a subtree of it, and by each above that, for one more of that depth and for a
 * deeper one (boxo `trickle/trickledag.go`, `fillTrickleRec`).
 */
function looksOf (path: readonly Growing[], maxLinks: number): number {
  const above = path.slice(0, -1)
  const last = path[path.length - 1]
  const looks = above.flatMap(({ depth, depthLimit, repeat }) => [repeat + 1 < DEPTH_REPEAT, depth + 1 < depthLimit])
  return [...looks, last.children.length < maxLinks, last.depth < last.depthLimit].filter(Boolean).length
}
