import type { CID } from 'multiformats/cid'
import { CODEC } from '../../../cid/codes/multiformat-codes.ts'
import { decodeUnixfsNode } from '../../format/unixfs-node.ts'
import type { ExactSizes, FileNode } from '../../format/unixfs-node.ts'
import { asFile } from './as-file.ts'
import { fileParts } from './file-parts.ts'
import { FileSizeError } from './file-size-error.ts'
import type { ReadOptions } from './read-options.ts'

/** The number of blocks that are read together. */
const BATCH = 64

/** A node whose size is being computed. */
interface Frame {
  cid: CID
  /** the number of links from the parent node */
  times: number
  /** the number of bytes counted so far */
  sum: number
  /** uncounted nodes below that have links, each with the number of links to it */
  nodes: Array<[cid: CID, times: number]>
}

/**
 * Measures files by the content of their blocks, for nodes with missing or wrong sizes. Loads or looks up every block
 * of a file, and each inner node once. The time grows with the number of distinct blocks, even if links repeat.
 */
export class TrueSizes {
  readonly #options: ReadOptions
  /** the sizes of inner nodes by CID */
  readonly #known = new Map<string, number>()

  constructor (options: ReadOptions) {
    this.#options = options
  }

  /**
   * Returns the number of bytes of a file or of a part of one.
   *
   * @throws an Error if it is not a file, if it has more than 2^53 bytes, or if a block is unavailable
   */
  async of (file: FileNode): Promise<number> {
    if (file.links.length === 0) {
      return file.data.length
    }

    const known = this.#known.get(String(file.cid))

    if (known != null) {
      return known
    }

    // an explicit stack, since files can nest deeper than the call stack of the worker
    const frames = [await this.#open(file, 1)]
    let size = 0

    for (let frame = frames.at(-1); frame != null; frame = frames.at(-1)) {
      this.#options.signal.throwIfAborted()
      const next = frame.nodes.pop()

      if (next == null) {
        frames.pop()
        size = frame.sum
        this.#known.set(String(frame.cid), size)
        addSize(frames.at(-1), size * frame.times)
        continue
      }

      const [cid, times] = next
      const known = this.#known.get(String(cid))

      if (known == null) {
        frames.push(
          await this.#open(asFile(decodeUnixfsNode(cid, await this.#options.blocks.get(cid, this.#options))), times)
        )
      } else {
        addSize(frame, known * times)
      }
    }

    return size
  }

  /** Returns the bytes below each link of a node. */
  async below ({ links }: FileNode): Promise<number[]> {
    const sizes = new Map<string, number>()

    for (const cid of links) {
      const key = String(cid)

      if (!sizes.has(key)) {
        sizes.set(key, this.#known.get(key) ?? await this.#sizeOf(cid))
      }
    }

    return links.map((cid) => sizes.get(String(cid)) as number)
  }

  async #sizeOf (cid: CID): Promise<number> {
    const { blocks } = this.#options
    return cid.code === CODEC.raw
      ? await blocks.size(cid, this.#options)
      : await this.of(asFile(decodeUnixfsNode(cid, await blocks.get(cid, this.#options))))
  }

  /**
   * Counts the leaves below a node, and collects its inner nodes. Reads each block once, even if several links lead to
   * it.
   */
  async #open ({ cid, links }: FileNode, times: number): Promise<Frame> {
    const { blocks, signal } = this.#options
    const frame: Frame = { cid, times, sum: 0, nodes: [] }
    const linked = new Map<string, { cid: CID; times: number }>()

    for (const cid of links) {
      const key = String(cid)
      const before = linked.get(key)
      linked.set(key, { cid, times: (before?.times ?? 0) + 1 })
    }

    const distinct = [...linked.values()]

    for (let at = 0; at < distinct.length; at += BATCH) {
      const batch = distinct.slice(at, at + BATCH)
      const raw = batch.filter(({ cid }) => cid.code === CODEC.raw)
      const others = batch.filter(({ cid }) => cid.code !== CODEC.raw)
      let i = 0

      for await (const size of blocks.sizeMany(raw.map(({ cid }) => cid), { signal })) {
        addSize(frame, size * raw[i++].times)
      }

      i = 0

      for await (const block of blocks.getMany(others.map(({ cid }) => cid), { signal })) {
        const node = asFile(decodeUnixfsNode(block.cid, block.bytes))
        const { times } = others[i++]

        if (node.links.length === 0) {
          addSize(frame, node.data.length * times)
        } else {
          frame.nodes.push([block.cid, times])
        }
      }
    }

    return frame
  }
}

function addSize (frame: Frame | undefined, size: number): void {
  if (frame != null) {
    frame.sum += size

    if (!Number.isSafeInteger(frame.sum)) {
      throw new Error(`file ${frame.cid} has more bytes than can be counted`)
    }
  }
}

/**
 * Checks the sizes that a file node declares. They must add up to its own size, and a part declared as empty must be
 * empty. Other parts are not loaded.
 *
 * @param size - the expected size of the node in bytes
 * @throws FileSizeError if a check fails
 */
export async function checkSizes (node: FileNode, size: number, sizes: TrueSizes): Promise<void> {
  const { cid, links, blockSizes } = node

  if (links.length === 0) {
    checkLeaf(node, size)
    return
  }

  if (node.exact == null) {
    fileParts(node, { cid, start: 0, size }, 0, 0)
  } else {
    checkHugeSizes(node, node.exact)
  }

  const empty = links.filter((_, i) => blockSizes[i] === 0)

  if (empty.length > 0 && (await sizes.below({ ...node, links: empty })).some((size) => size > 0)) {
    throw new FileSizeError(`file node ${cid} tells of a part that it is empty, and it is not`)
  }
}

/**
 * Checks the sizes that a node of a file above 2^53 bytes declares.
 *
 * @throws FileSizeError if the node does not declare one size for each link, or the sizes do not add up
 */
export function checkHugeSizes ({ cid, links }: FileNode, { size, blockSizes }: ExactSizes): void {
  const sum = blockSizes.reduce<bigint>((sum, size) => sum + BigInt(size), 0n)

  if (links.length !== blockSizes.length || sum !== size) {
    throw new FileSizeError(`parts of file node ${cid} have ${sum} bytes where ${size} are expected`)
  }
}

/**
 * Checks the size of a leaf.
 *
 * @throws FileSizeError if it differs
 */
export function checkLeaf ({ cid, data }: FileNode, size: number): void {
  if (data.length !== size) {
    throw new FileSizeError(`file part ${cid} has ${data.length} bytes where ${size} are expected`)
  }
}
