import { CID } from 'multiformats/cid'
import { exactSize } from '../../format/unixfs-node.ts'
import type { FileNode } from '../../format/unixfs-node.ts'
import { asFile } from '../sizes/as-file.ts'
import { FileSizeError } from '../sizes/file-size-error.ts'
import { hugeParts } from '../sizes/huge-parts.ts'
import { checkHugeSizes } from '../sizes/true-sizes.ts'
import { loadNode } from './load-node.ts'
import type { ReadFileOptions } from './read-file.ts'
import { readRange } from './read-range.ts'

export interface HugeRange extends Omit<ReadFileOptions, 'offset' | 'length'> {
  /** the first byte of the range; at most the size of the file */
  offset: bigint
  /** the number of bytes; the range is cut at the end of the file */
  length: bigint
}

/** A part of the file that intersects the range. */
interface Part {
  node: FileNode | CID
  start: bigint
  size: bigint
}

/**
 * Yields a range of a file of any size. Files above 2^53 bytes are possible, since nodes can link to the same blocks
 * many times. Walks the nodes above 2^53 bytes with an explicit stack, and uses `readRange` for the parts below.
 *
 * @throws (while iterating) FileSizeError if sizes of nodes above 2^53 do not add up, and the errors of `readRange`
 */
export async function* readHugeFile (
  file: FileNode,
  { offset, length, ...options }: HugeRange
): AsyncGenerator<Uint8Array> {
  const end = offset + length < exactSize(file) ? offset + length : exactSize(file)
  const waiting: Part[] = [{ node: file, start: 0n, size: exactSize(file) }]

  for (let part = waiting.pop(); part != null; part = waiting.pop()) {
    options.signal.throwIfAborted()
    const { start, size } = part
    const from = offset > start ? offset - start : 0n
    const to = end < start + size ? end - start : size
    const node = part.node instanceof CID ? asFile(await loadNode(part.node, options)) : part.node

    if (exactSize(node) !== size) {
      throw new FileSizeError(`file part ${node.cid} has ${exactSize(node)} bytes where ${size} are expected`)
    }

    if (node.exact == null) {
      yield* readRange(node, {
        ...options,
        offset: Number(from),
        length: Number(to - from),
        isEntire: options.isEntire === true && from === 0n && to === size
      })
    } else {
      checkHugeSizes(node, node.exact)
      waiting.push(
        ...hugeParts(node, node.exact, start, offset, end).map(({ cid, ...part }) => ({ node: cid, ...part })).reverse()
      )
    }
  }
}
