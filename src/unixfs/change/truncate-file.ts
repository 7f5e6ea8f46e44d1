import type { CID } from 'multiformats/cid'
import { toUint64 } from '../../bytes/protobuf/uint64.ts'
import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import type { Time } from '../format/stat.ts'
import { loadFileBlock, storeFramed } from './file-block.ts'
import type { FramedBlock, PartLink } from './file-block.ts'
import { CID_V0 } from './hashing.ts'
import { storeNode } from './node-store.ts'
import type { NodeStore } from './node-store.ts'

export interface TruncateOptions extends NodeStore {
  /** the new mtime of a cut leaf, if it has one */
  now: Time
}

/**
 * Truncates a file. Only the last remaining leaf and its ancestors are new (boxo `unixfs/mod/dagmodifier.go`,
 * `dagTruncate`). boxo differs in two cases: at a leaf boundary it keeps the next leaf, empty; and a cut dag-pb leaf
 * gets a CIDv0.
 *
 * @param size - the remaining bytes; less than the current size
 */
export async function truncateFile (file: CID, size: bigint, options: TruncateOptions): Promise<PartLink> {
  options.signal.throwIfAborted()
  const block = await loadFileBlock(file, options)

  if (block.kind === 'raw') {
    const bytes = firstBytes(block.data, size)
    return {
      cid: await storeNode(options, CODEC.raw, bytes, block.hashing),
      tsize: bytes.length,
      fileSize: bytes.length
    }
  }

  return block.links.length === 0
    ? await truncateLeaf(block, size, options)
    : await truncateBranch(block, size, options)
}

async function truncateLeaf (
  { data, ...block }: FramedBlock,
  size: bigint,
  options: TruncateOptions
): Promise<PartLink> {
  const bytes = data.data == null ? undefined : firstBytes(data.data, size)
  const mtime = data.mtime == null ? undefined : options.now
  return await storeFramed({
    ...block,
    hashing: CID_V0,
    data: {
      ...data,
      data: bytes,
      fileSize: toUint64(BigInt(data.fileSize ?? 0) - BigInt(data.data?.length ?? 0) + BigInt(bytes?.length ?? 0)),
      mtime
    }
  }, options)
}

async function truncateBranch (block: FramedBlock, size: bigint, options: TruncateOptions): Promise<PartLink> {
  const links: PartLink[] = []
  let start = 0n

  for (const link of block.links) {
    if (size < start + BigInt(link.fileSize)) {
      const { cid, tsize } = await truncateFile(link.cid, size - start, options)
      links.push({ cid, tsize, fileSize: toUint64(size - start) })
      break
    }

    links.push(link)
    start += BigInt(link.fileSize)
  }

  return await storeFramed({ ...block, links, data: { ...block.data, fileSize: toUint64(size) } }, options)
}

function firstBytes (data: Uint8Array, count: bigint): Uint8Array {
  return count < data.length ? data.slice(0, Number(count)) : data.slice()
}
