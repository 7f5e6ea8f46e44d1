import type { CID } from 'multiformats/cid'
import type { ByteQueue } from '../../bytes/byte-queue.ts'
import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import type { Time } from '../format/stat.ts'
import { loadFileBlock, storeFramed } from './file-block.ts'
import type { FramedBlock, PartLink, RawBlock } from './file-block.ts'
import { storeNode } from './node-store.ts'
import type { NodeStore } from './node-store.ts'

export interface OverwriteOptions extends NodeStore {
  /** the new mtime of a changed leaf, if it has one */
  now: Time
}

/** The maximum depth of a file. Each level keeps its links in memory. */
const MAX_DEPTH = 100_000

/**
 * Overwrites bytes of a file up to its end. The size and shape of the file stay; only the changed leaves and their
 * ancestors are new (boxo `unixfs/mod/dagmodifier.go`, `modifyDag`).
 *
 * @param offset - the start of the write, within the file
 * @param source - the bytes to write; only as many as fit are consumed
 */
export async function overwriteFile (
  file: CID,
  offset: bigint,
  source: ByteQueue,
  options: OverwriteOptions,
  depth = 0
): Promise<PartLink> {
  options.signal.throwIfAborted()
  const block = await loadFileBlock(file, options)

  if (depth > MAX_DEPTH) {
    throw new Error(`file is nested too deep at ${file}`)
  }

  if (block.kind === 'raw') {
    return await overwriteRaw(block, offset, source, options)
  }

  return block.links.length === 0
    ? await overwriteLeaf(block, offset, source, options)
    : await overwriteBranch(block, offset, source, options, depth)
}

async function overwriteRaw (
  { hashing, data }: RawBlock,
  offset: bigint,
  source: ByteQueue,
  options: OverwriteOptions
): Promise<PartLink> {
  const bytes = await overwriteBytes(data, offset, source)
  return { cid: await storeNode(options, CODEC.raw, bytes, hashing), tsize: bytes.length, fileSize: bytes.length }
}

async function overwriteLeaf (
  block: FramedBlock,
  offset: bigint,
  source: ByteQueue,
  options: OverwriteOptions
): Promise<PartLink> {
  const { data } = block
  const bytes = data.data == null ? undefined : await overwriteBytes(data.data, offset, source)
  return await storeFramed({
    ...block,
    data: { ...data, data: bytes, mtime: data.mtime == null ? undefined : options.now }
  }, options)
}

async function overwriteBranch (
  block: FramedBlock,
  offset: bigint,
  source: ByteQueue,
  options: OverwriteOptions,
  depth: number
): Promise<PartLink> {
  const links = [...block.links]
  let start = 0n

  for (const [i, { cid, tsize, fileSize }] of block.links.entries()) {
    const end = start + BigInt(fileSize)

    if (end > offset) {
      // boxo does not update the size of the link either
      links[i] = {
        cid: (await overwriteFile(cid, offset > start ? offset - start : 0n, source, options, depth + 1)).cid,
        tsize,
        fileSize
      }

      if (!await source.need(1)) {
        break
      }
    }

    start = end
  }

  return await storeFramed({ ...block, links }, options)
}

async function overwriteBytes (old: Uint8Array, offset: bigint, source: ByteQueue): Promise<Uint8Array> {
  const bytes = old.slice()

  for (let at = offset < bytes.length ? Number(offset) : bytes.length; at < bytes.length && await source.need(1);) {
    const part = source.take(Math.min(source.available, bytes.length - at))
    bytes.set(part, at)
    at += part.length
  }

  return bytes
}
