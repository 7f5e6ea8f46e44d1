const BLOCK_BYTES = 512
const NAME_BYTES = 100
const PREFIX_BYTES = 155

// the offsets of the fields of a USTAR header (POSIX pax, "ustar Interchange Format")
const MODE = 100
const UID = 108
const GID = 116
const SIZE = 124
const MTIME = 136
const CHECKSUM = 148
const FLAG = 156
const LINKNAME = 157
const MAGIC = 257
const DEVICE_MAJOR = 329
const DEVICE_MINOR = 337
const PREFIX = 345

/** The type of a block of PAX records for the next entry. */
export const PAX_FLAG = 'x'

export interface UstarFields {
  name: string
  prefix: string
  linkname: string
  mode: number
  size: bigint
  /** seconds since 1970 */
  mtime: bigint
  flag: string
}

/** Returns a header block. Strings must be ASCII and are truncated to their fields; numbers must fit. */
export function writeBlock ({ name, prefix, linkname, mode, size, mtime, flag }: UstarFields): Uint8Array {
  const block = new Uint8Array(BLOCK_BYTES)
  writeName(block, 0, NAME_BYTES, name)
  writeOctal(block, MODE, 8, mode)
  writeOctal(block, UID, 8, 0)
  writeOctal(block, GID, 8, 0)
  writeOctal(block, SIZE, 12, size)
  writeOctal(block, MTIME, 12, mtime)
  writeName(block, LINKNAME, NAME_BYTES, linkname)
  writeText(block, FLAG, 1, flag)
  writeText(block, MAGIC, 8, 'ustar\u000000')

  // Go omits these fields in the block before PAX records
  if (flag !== PAX_FLAG) {
    writeOctal(block, DEVICE_MAJOR, 8, 0)
    writeOctal(block, DEVICE_MINOR, 8, 0)
  }

  writeName(block, PREFIX, PREFIX_BYTES, prefix)
  writeChecksum(block)
  return block
}

/** Splits a long name at a slash into prefix and suffix; undefined if they do not fit into their fields. */
export function splitName (name: string): { prefix: string; suffix: string } | undefined {
  if (name.length <= NAME_BYTES || !isAscii(name)) {
    return undefined
  }

  const at = name.lastIndexOf('/', Math.min(name.length - (name.endsWith('/') ? 2 : 1), PREFIX_BYTES))
  const suffix = name.slice(at + 1)
  return at > 0 && suffix !== '' && suffix.length <= NAME_BYTES ? { prefix: name.slice(0, at), suffix } : undefined
}

/** Returns whether a string fits a USTAR field unchanged: ASCII without NUL. */
export function isAscii (text: string): boolean {
  return /^[\x01-\x7f]*$/.test(text)
}

function writeText (block: Uint8Array, at: number, length: number, text: string): void {
  for (let i = 0; i < Math.min(text.length, length); i++) {
    block[at + i] = text.charCodeAt(i)
  }
}

/** Writes a name. Removes a trailing slash of a truncated name, since readers would treat it as a directory. */
function writeName (block: Uint8Array, at: number, length: number, text: string): void {
  const cut = text.length > length && text[length - 1] === '/' ? text.slice(0, length - 1).replace(/\/+$/, '') : text
  writeText(block, at, length, cut)
}

function writeOctal (block: Uint8Array, at: number, length: number, n: number | bigint): void {
  writeText(block, at, length, n.toString(8).padStart(length - 1, '0'))
}

/** Writes the sum of all bytes; the checksum field itself counts as spaces. */
function writeChecksum (block: Uint8Array): void {
  block.fill(0x20, CHECKSUM, CHECKSUM + 8)
  const sum = block.reduce((sum, byte) => sum + byte, 0)
  writeText(block, CHECKSUM, 8, `${sum.toString(8).padStart(6, '0')}\0 `)
}
