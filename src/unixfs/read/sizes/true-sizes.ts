import type { CID } from 'multiformats/cid'
import { CODEC } from '../../../cid/codes/multiformat-codes.ts'
import { decodeUnixfsNode } from '../../format/unixfs-node.ts'
import type { FileNode } from '../../format/unixfs-node.ts'
import { asFile } from './as-file.ts'
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
