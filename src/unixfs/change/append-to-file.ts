import type { CID } from 'multiformats/cid'
import { addUint64 } from '../../bytes/protobuf/uint64.ts'
import type { Time } from '../format/stat.ts'
import { UNIXFS_TYPE } from '../format/unixfs-data.ts'
import { DEFAULT_FILE_LINKS } from '../import/file/import-file.ts'
import { FileNodes } from '../import/layout/file-nodes.ts'
import type { FileLink } from '../import/layout/file-nodes.ts'
import { BlockPipeline } from '../import/pipeline/block-pipeline.ts'
import type { ChunkSource } from './chunk-source.ts'
import { fileSize, loadFileBlock, storeFramed } from './file-block.ts'
import type { FileBlock, FramedBlock, PartLink } from './file-block.ts'
import { cidBuilder } from './hashing.ts'
import type { NodeStore } from './node-store.ts'

export interface AppendOptions extends NodeStore {
  rawLeaves: boolean
  /** the new mtime of the file, if it has one */
  now: Time
}

/** The number of subtrees of each depth below a node (boxo `importer/trickle/trickledag.go`, `depthRepeat`). */
const DEPTH_REPEAT = 4

/**
 * Appends chunks to a file in trickle layout (boxo `importer/trickle/trickledag.go`, `Append`). Reads and rewrites only
 * the last node of each level, so that the cost does not grow with the file. New subtrees go where boxo puts them,
 * which can differ from the layout of a file imported in one go.
 *
 * boxo loses the bytes of a file whose root is a dag-pb leaf. This implementation makes them the first leaf.
 */
export async function appendToFile (file: CID, chunks: ChunkSource, options: AppendOptions): Promise<PartLink> {
  const block = await loadFileBlock(file, options)
  const appender = new Appender(chunks, block, options)

  try {
    return await appender.append(file, block)
  } finally {
    await appender.close()
  }
}

/** A node that receives more links. */
interface Growing extends FramedBlock {
  /** the links so far; replaces `links` */
  children: Array<Promise<PartLink>>
}

class Appender {
  readonly #chunks: ChunkSource
  readonly #options: AppendOptions
  readonly #pipeline: BlockPipeline
  readonly #nodes: FileNodes

  constructor (chunks: ChunkSource, root: FileBlock, options: AppendOptions) {
    this.#chunks = chunks
    this.#options = options
    this.#pipeline = new BlockPipeline(options.put, cidBuilder(root.hashing))
    this.#nodes = new FileNodes(this.#pipeline, { rawLeaves: root.kind === 'raw' || options.rawLeaves })
  }

  async close (): Promise<void> {
    await this.#pipeline.stop()
  }

  async append (file: CID, block: FileBlock): Promise<PartLink> {
    const root = this.#asRoot(file, block)
    const { depth: before, repeat } = depthOf(root)
    let depth = before

    if (depth === 0) {
      await this.#fillLeaves(root.children)

      if (await this.#chunks.done()) {
        root.data.mtime = root.data.mtime == null ? undefined : this.#options.now
        return await this.#store(root)
      }

      depth = 1
    }

    await this.#fillLast(root, depth - 1, repeat)
    await this.#addSubtrees(root, await this.#chunks.done() ? depth : depth + 1, Infinity)
    return await this.#store(root)
  }

  /** Returns a node that can have links. The bytes of a single-block file become its first leaf. */
  #asRoot (cid: CID, block: FileBlock): Growing {
    const size = fileSize(block)

    if (block.kind === 'raw') {
      const links = [{ cid, tsize: size, fileSize: size }]
      return growableNode({
        kind: 'framed',
        hashing: block.hashing,
        links,
        data: { type: UNIXFS_TYPE.file, blockSizes: [] }
      })
    }

    const root = growableNode(block)
    const { data } = block.data

    if (root.children.length === 0 && data != null && data.length > 0) {
      root.children.push(this.#leaf([data], data.length))
      root.data.data = undefined
    }

    return root
  }

  /** Adds leaves until the node has the maximum number of direct leaves. */
  async #fillLeaves (children: Array<Promise<PartLink>>): Promise<void> {
    while (children.length < DEFAULT_FILE_LINKS && !await this.#chunks.done()) {
      const { parts, length } = this.#chunks.take()
      this.#options.signal.throwIfAborted()
      await this.#pipeline.room(length)
      children.push(this.#leaf(parts, length))
    }
  }

  #leaf (parts: Uint8Array[], length: number): Promise<FileLink> {
    return this.#nodes.leaf({ parts, length }, UNIXFS_TYPE.raw)
  }

  async #addSubtrees (node: Pick<Growing, 'children'>, from: number, limit: number): Promise<void> {
    for (let depth = from; depth < limit && !await this.#chunks.done(); depth++) {
      for (let i = 0; i < DEPTH_REPEAT && !await this.#chunks.done(); i++) {
        node.children.push((await this.#newSubtree(depth)).link)
      }
    }
  }

  /** Builds a new subtree (boxo `fillTrickleRec`). */
  async #newSubtree (limit: number): Promise<{ link: Promise<PartLink> }> {
    const children: Array<Promise<FileLink>> = []
    await this.#fillLeaves(children)
    await this.#addSubtrees({ children }, 1, limit)
    return { link: this.#nodes.node(children) }
  }

  /** Fills the last subtree of a node (boxo `appendFillLastChild`). */
  async #fillLast (node: Growing, depth: number, repeat: number): Promise<void> {
    const { children } = node

    if (children.length <= DEFAULT_FILE_LINKS) {
      return
    }

    const last = await children[children.length - 1]
    children[children.length - 1] = Promise.resolve(await this.#grow(last, depth - 1))

    for (let i = repeat; repeat !== 0 && i < DEPTH_REPEAT && !await this.#chunks.done(); i++) {
      children.push((await this.#newSubtree(depth)).link)
    }
  }

  /**
   * Appends to a subtree (boxo `appendRec`). Keeps a leaf unchanged; boxo fails or loses its bytes there. Other layouts
   * can have a leaf at this place.
   */
  async #grow (child: PartLink, limit: number): Promise<PartLink> {
    if (limit === 0 || await this.#chunks.done()) {
      return child
    }

    const block = await loadFileBlock(child.cid, this.#options)

    if (block.kind === 'raw' || block.links.length === 0) {
      return child
    }

    const node = growableNode(block)
    const { depth: before, repeat } = depthOf(node)
    let depth = before

    if (depth === 0) {
      await this.#fillLeaves(node.children)
      depth = 1
    }

    if (depth !== limit) {
      await this.#fillLast(node, depth, repeat)
      await this.#addSubtrees(node, await this.#chunks.done() ? depth : depth + 1, limit)
    }

    return await this.#store(node)
  }

  async #store ({ children, ...node }: Growing): Promise<PartLink> {
    const links = await Promise.all(children)
    await this.#pipeline.drain()
    return await storeFramed({
      ...node,
      links,
      data: { ...node.data, fileSize: addUint64(0, links.map(({ fileSize }) => fileSize)) }
    }, this.#options)
  }
}

function growableNode (block: FramedBlock): Growing {
  return { ...block, children: block.links.map(async (link) => link) }
}

/**
 * Returns the depth of the next subtree, and the number of existing subtrees of that depth (boxo `trickleDepthInfo`).
 * The depth is 0 while the node still needs leaves.
 */
function depthOf ({ children }: Growing): { depth: number; repeat: number } {
  const subtrees = children.length - DEFAULT_FILE_LINKS
  return subtrees < 0
    ? { depth: 0, repeat: 0 }
    : { depth: Math.floor(subtrees / DEPTH_REPEAT) + 1, repeat: subtrees % DEPTH_REPEAT }
}
