import { varint } from 'multiformats'
import { equals } from 'multiformats/bytes'
import { CID } from 'multiformats/cid'
import { NoBackupError } from './no-backup-error.ts'

export interface FileBlock {
  cid: CID
  bytes: Uint8Array<ArrayBuffer>
}

const MAX_HEADER_BYTES = 4096
/** Limit of a block with its CID: the block size limit of bitswap. */
const MAX_SECTION_BYTES = 2 * 1024 * 1024 + 256
const MAX_VARINT_BYTES = 8
const SHA2_256 = 0x12

/**
 * Yields the first blocks of a CARv1 in their order, verified by their hashes, without reading the rest of the file
 * (ipld.io/specs/transport/car/carv1). The header is skipped: the first block identifies the file.
 *
 * @throws NoBackupError if the file has another form, is truncated, or uses other hashes than SHA2-256
 */
export async function* firstBlocks (file: Blob): AsyncGenerator<FileBlock> {
  let at = (await section(file, 0, MAX_HEADER_BYTES)).end

  while (at < file.size) {
    const { bytes, end } = await section(file, at, MAX_SECTION_BYTES)
    yield await blockOf(bytes)
    at = end
  }
}

async function blockOf (section: Uint8Array<ArrayBuffer>): Promise<FileBlock> {
  const [cid, bytes] = parsed(section)

  if (
    cid.multihash.code !== SHA2_256 ||
    !equals(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), cid.multihash.digest)
  ) {
    throw new NoBackupError('a block is damaged')
  }

  return { cid, bytes }
}

function parsed (section: Uint8Array<ArrayBuffer>): [CID, Uint8Array<ArrayBuffer>] {
  try {
    const [cid, bytes] = CID.decodeFirst(section)
    return [cid, new Uint8Array(bytes)]
  } catch (err) {
    throw new NoBackupError('a block has no CID', { cause: err })
  }
}

async function section (
  file: Blob,
  at: number,
  maxBytes: number
): Promise<{ bytes: Uint8Array<ArrayBuffer>; end: number }> {
  const [length, size] = lengthOf(await readSlice(file, at, at + MAX_VARINT_BYTES))
  const start = at + size
  const end = start + length

  if (length === 0 || length > maxBytes || end > file.size) {
    throw new NoBackupError('the file has another form, or ends too early')
  }

  return { bytes: await readSlice(file, start, end), end }
}

function lengthOf (bytes: Uint8Array): [length: number, size: number] {
  try {
    return varint.decode(bytes)
  } catch (err) {
    throw new NoBackupError('the file has another form, or ends too early', { cause: err })
  }
}

async function readSlice (file: Blob, start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await file.slice(start, end).arrayBuffer())
}
