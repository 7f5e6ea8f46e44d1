import type { CID } from 'multiformats/cid'
import { ByteQueue } from '../../bytes/byte-queue.ts'
import { addUint64 } from '../../bytes/protobuf/uint64.ts'
import type { Uint64 } from '../../bytes/protobuf/uint64.ts'
import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import { fileMode } from '../format/file-mode.ts'
import type { Time } from '../format/stat.ts'
import type { ChunkerSpec } from '../import/chunker/parse-chunker.ts'
import { appendToFile } from './append-to-file.ts'
import { ChunkSource } from './chunk-source.ts'
import type { DirectoryLink } from './directory/directory-link.ts'
import { fileSize, loadFileRoot } from './file-block.ts'
import type { NodeStore } from './node-store.ts'
import { overwriteFile } from './overwrite-file.ts'
import { truncateFile } from './truncate-file.ts'

export interface ChangeFileOptions extends NodeStore {
  /** the size to which the file is cut or extended (with zeros) before the write; unchanged if omitted */
  size?: Uint64
  /** where to write; a gap after the end of the file is filled with zeros */
  offset?: Uint64
  content?: AsyncIterable<Uint8Array>
  /** whether new leaves are raw blocks, and a file of one raw leaf is that block */
  rawLeaves: boolean
  /** the chunker for appended bytes */
  chunker: ChunkerSpec
  /** the time of the change, for files that have an mtime */
  now: Time
}

/** The chunker for holes (boxo `unixfs/mod/dagmodifier.go`, `expandSparse`). */
const HOLE_CHUNK: ChunkerSpec = { kind: 'size', size: 4096 }
const ZEROS = new Uint8Array(64 * 1024)

/**
 * Changes a file: truncates or extends it, then overwrites and appends bytes (boxo `unixfs/mod/dagmodifier.go`). Reads
 * and writes only the changed leaves and their ancestors, whatever the size of the file.
 *
 * boxo repeats this for each 2 MiB of input, so its chunk boundaries depend on the network reads. Here a longer content
 * is a single append.
 *
 * @returns the root of the changed file
 * @throws an Error if it is not a file, and the errors of the reader, the content and the store
 */
export async function changeFile (
  file: CID,
  { size, offset = 0, content, ...options }: ChangeFileOptions
): Promise<DirectoryLink> {
  let root = file

  if (size != null) {
    root = await resizeFile(root, BigInt(size), options)
  }

  const end = await fileSizeOf(root, options)
  root = await resizeFile(root, BigInt(offset) > end ? BigInt(offset) : end, options)

  if (content != null) {
    root = await writeAt(root, BigInt(offset), content, options)
  }

  return await collapseRawLeaf(root, options)
}

type Options = Omit<ChangeFileOptions, 'size' | 'offset' | 'content'>

async function resizeFile (root: CID, size: bigint, options: Options): Promise<CID> {
  const before = await fileSizeOf(root, options)

  if (size < before) {
    return (await truncateFile(root, size, options)).cid
  }

  return size === before
    ? root
    : (await appendToFile(root, new ChunkSource(yieldZeros(size - before), HOLE_CHUNK), options)).cid
}

async function writeAt (root: CID, offset: bigint, content: AsyncIterable<Uint8Array>, options: Options): Promise<CID> {
  const source = new ByteQueue(content)

  try {
    if (!await source.need(1)) {
      return root
    }

    const { cid } = await overwriteFile(root, offset, source, options)
    return await source.need(1)
      ? (await appendToFile(cid, new ChunkSource(remainingBytes(source), options.chunker), options)).cid
      : cid
  } finally {
    await source.close()
  }
}

/**
 * Collapses a file of one raw leaf to that leaf, unless the file has a mode or mtime (boxo `maybeCollapseToRawLeaf`).
 */
async function collapseRawLeaf (root: CID, options: Options): Promise<DirectoryLink> {
  const bytes = await options.blocks.get(root, options)
  const block = await loadFileRoot(root, options)

  if (block.kind === 'raw') {
    return { cid: root, tsize: bytes.length }
  }

  const { links, data } = block

  if (
    options.rawLeaves && links.length === 1 && links[0].cid.code === CODEC.raw && data.mtime == null &&
    fileMode(data) === 0
  ) {
    return { cid: links[0].cid, tsize: links[0].tsize }
  }

  return { cid: root, tsize: addUint64(bytes.length, links.map(({ tsize }) => tsize)) }
}

async function fileSizeOf (root: CID, options: Options): Promise<bigint> {
  return BigInt(fileSize(await loadFileRoot(root, options)))
}

async function* remainingBytes (source: ByteQueue): AsyncGenerator<Uint8Array> {
  while (await source.need(1)) {
    yield source.take(source.available)
  }
}

async function* yieldZeros (count: bigint): AsyncGenerator<Uint8Array> {
  for (let left = count; left > 0; left -= BigInt(ZEROS.length)) {
    yield left < ZEROS.length ? ZEROS.subarray(0, Number(left)) : ZEROS
  }
}
