import type { Stat } from '../../format/stat.ts'
import { UNIXFS_TYPE } from '../../format/unixfs-data.ts'
import type { Chunk } from '../chunker/chunk.ts'
import type { FileLink, NodeMaker } from './file-nodes.ts'
import type { Layout } from './layout.ts'

/** The number of subtrees of each depth below a node (boxo `importer/trickle/trickledag.go`, `depthRepeat`). */
const DEPTH_REPEAT = 4

/** A node that is being filled. */
interface Growing {
  children: Array<Promise<FileLink>>
  /** the depths of its subtrees are below this */
  depthLimit: number
  /** the depth of its next subtree, and the number of existing subtrees of that depth */
  depth: number
  repeat: number
}

/**
 * The trickle layout: each node has leaves first, then subtrees of rising depth. This makes the start of a file fast to
 * read (boxo `importer/trickle/trickledag.go`).
 */
export class TrickleLayout implements Layout {
  readonly #nodes: NodeMaker
  readonly #maxLinks: number
  /** the path from the root to the unfinished node */
  #path: Growing[] = [growableNode(Infinity)]
  #looks = 0

  constructor (nodes: NodeMaker, maxLinks: number) {
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

  /** Returns the node for the next leaf: the current node, a new subtree of it, or an ancestor if it is complete. */
  #nextWithRoom (): Growing {
    for (;;) {
      const node = this.#path[this.#path.length - 1]

      if (node.children.length < this.#maxLinks) {
        return node
      }

      if (node.depth < node.depthLimit) {
        this.#path.push(growableNode(node.depth))
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

function growableNode (depthLimit: number): Growing {
  return { children: [], depthLimit, depth: 1, repeat: 0 }
}

/**
 * Counts reads at the end of the file. The last node does one for a leaf and one for a subtree. Each ancestor does one
 * for another subtree of that depth and one for a deeper subtree (boxo `trickle/trickledag.go`, `fillTrickleRec`).
 */
function looksOf (path: readonly Growing[], maxLinks: number): number {
  const above = path.slice(0, -1)
  const last = path[path.length - 1]
  const looks = above.flatMap(({ depth, depthLimit, repeat }) => [repeat + 1 < DEPTH_REPEAT, depth + 1 < depthLimit])
  return [...looks, last.children.length < maxLinks, last.depth < last.depthLimit].filter(Boolean).length
}
