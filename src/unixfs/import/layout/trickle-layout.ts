import { UNIXFS_TYPE } from '../../format/unixfs-data.ts'
import type { Chunk } from '../chunk.ts'
import type { FileLink, FileNodes } from '../file-nodes.ts'
import type { Stat } from '../../format/stat.ts'
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

/** Each node has leaves first, then subtrees of rising depth: quick to read from the start (boxo `importer/trickle/trickledag.go`). */
export class TrickleLayout implements Layout {
  /** of a file whose root is not full: for a leaf of it, and for a subtree (boxo `trickle/trickledag.go`, `fillTrickleRec`) */
  readonly looks = 2
  readonly #nodes: FileNodes
  readonly #maxLinks: number
  /** from the root down to the node that is being filled */
  #path: Growing[] = [growing(Infinity)]

  constructor (nodes: FileNodes, maxLinks: number) {
    this.#nodes = nodes
    this.#maxLinks = maxLinks
  }

  add (chunk: Chunk): void {
    this.#nextWithRoom().children.push(this.#nodes.leaf(chunk, UNIXFS_TYPE.raw))
  }

  end (stat?: Stat): Promise<FileLink> {
    while (this.#path.length > 1) {
      this.#close()
    }

    return this.#nodes.node(this.#path[0].children, stat)
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
