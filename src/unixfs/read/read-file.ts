import { CID } from 'multiformats/cid'
import type { Pace } from '../../blocks/fetch-window.ts'
import type { Block } from '../../store/blockstore.ts'
import { fileParts } from './file-parts.ts'
import type { FilePart } from './file-parts.ts'
import { loadNode } from './load-node.ts'
import type { ReadOptions } from './read-options.ts'
import { decodeUnixfsNode } from '../format/unixfs-node.ts'
import type { FileNode } from '../format/unixfs-node.ts'

export interface ReadFileOptions extends ReadOptions {
  /** first byte of the file to read; 0 when left out */
  offset?: number
  /** bytes to read at most; all when left out */
  length?: number
  /** all of it is going to be read: where it is not here it may be asked for as a whole */
  whole?: boolean
  /** it is played: the reader may stop or jump at any time */
  paced?: boolean
}

/** Deeper than any layout makes a tree: two links a node reach 2^53 bytes with less. Bounds the work for one byte. */
const MAX_DEPTH = 256

interface Frame {
  parts: FilePart[]
  at: number
  blocks: AsyncGenerator<Block>
}

/**
 * The bytes of a file, or of a range of it. Only the blocks that the range touches are read, siblings ahead of time
 * within the bounds of the reader. The chunks are views into blocks: do not write to them, do not transfer their buffers.
 *
 * @throws (while iterating) when a block cannot be had; when a part has not the size that its parent tells; at something
 *   else than a file (`this dag node is a directory`, `cannot currently read symlinks`)
 * @example
 *   for await (const chunk of readFile(cid, { blocks, signal, offset: 10, length: 100 })) …
 */
export async function * readFile (file: CID | FileNode, options: ReadFileOptions): AsyncGenerator<Uint8Array> {
  const { signal, offset = 0, length = Infinity, paced = false, whole: isWhole = false } = options
  const pace = paced ? { read: 0 } : undefined
  const root = file instanceof CID ? asFile(await loadNode(file, options)) : file
  const whole = { cid: root.cid, start: 0, size: root.size }
  const end = Math.min(offset + length, root.size)

  if (offset >= end) {
    return
  }

  if (root.links.length === 0) {
    yield leafBytes(root, whole, offset, end)
    return
  }

  if (isWhole) {
    options.blocks.expectAll?.(root.cid)
  }

  const frames = [open(root, whole, offset, end, options, pace)]

  try {
    for (let frame = frames.at(-1); frame != null; frame = frames.at(-1)) {
      signal.throwIfAborted()

      if (frame.at === frame.parts.length) {
        await frames.pop()?.blocks.return(undefined)
        continue
      }

      const part = frame.parts[frame.at++]
      const { value } = await frame.blocks.next() as IteratorResult<Block, Block>
      const node = asFile(decodeUnixfsNode(part.cid, value.bytes))

      if (node.links.length === 0) {
        yield leafBytes(node, part, offset, end)
      } else if (frames.length < MAX_DEPTH) {
        frames.push(open(node, part, offset, end, options, pace))
      } else {
        throw new Error(`file is nested too deep at ${part.cid}`)
      }
    }
  } finally {
    await Promise.all(frames.map(async ({ blocks }) => { await blocks.return(undefined) }))
  }
}

function open (node: FileNode, part: FilePart, offset: number, end: number, options: ReadOptions, pace: Pace | undefined): Frame {
  const parts = fileParts(node, part, offset, end)
  const partOf = new Map(parts.map((part) => [part.cid, part]))

  const below = ({ cid, bytes }: Block): CID[] => {
    const child = asFile(decodeUnixfsNode(cid, bytes))
    return child.links.length === 0 ? [] : fileParts(child, partOf.get(cid) as FilePart, offset, end).map(({ cid }) => cid)
  }

  return { parts, at: 0, blocks: options.blocks.getMany(partOf.keys(), { signal: options.signal, below, pace }) }
}

function leafBytes ({ data }: FileNode, { cid, start, size }: FilePart, offset: number, end: number): Uint8Array {
  if (data.length !== size) {
    throw new Error(`file part ${cid} has ${data.length} bytes where ${size} are expected`)
  }

  return offset <= start && start + size <= end ? data : data.subarray(Math.max(0, offset - start), end - start)
}

/** @throws an Error with the words of boxo's `DagReader` when the node is something else */
export function asFile (node: ReturnType<typeof decodeUnixfsNode>): FileNode {
  switch (node.kind) {
    case 'file': return node
    case 'directory': throw new Error('this dag node is a directory')
    case 'symlink': throw new Error('cannot currently read symlinks')
  }
}
