import type { Time } from '../format/stat.ts'
import { paxRecords, paxTime } from './pax-records.ts'
import { isAscii, PAX_FLAG, splitName, writeBlock } from './ustar-block.ts'

/** An entry of a tar archive. */
export interface TarEntry {
  kind: 'file' | 'directory' | 'symlink'
  /** the path in the archive */
  name: string
  /** the target of a symlink */
  linkname?: string
  /** permissions with setuid, setgid and sticky in UNIX encoding */
  mode: number
  /** the size of a file in bytes */
  size: bigint
  mtime: Time
}

/**
 * The format of times: rounded to the second (the default of Go's archive/tar), or with nanoseconds (its `FormatPAX`).
 */
export type TarTimes = 'seconds' | 'nanoseconds'

const MAX_INT64 = 2n ** 63n - 1n

const TYPE_FLAGS = { file: '0', symlink: '2', directory: '5' } as const

const NAME_BYTES = 100
/** The largest number of a 12-byte octal field, as Go computes it: 11 digits and a terminator. */
const MAX_OCTAL = 8n ** 11n - 1n

/**
 * Returns the header of an entry: one block of 512 bytes. Values that do not fit (long names, fractional seconds, sizes
 * from 8 GiB on) go to a preceding PAX header. The bytes equal those of Go's archive/tar.
 *
 * @throws an Error with Go's message for a size above 2^63 - 1, which is negative in Go
 */
export function tarHeader (entry: TarEntry, times: TarTimes): Uint8Array[] {
  const { kind, name, linkname = '', mode, size } = entry

  if (size > MAX_INT64) {
    throw new Error('archive/tar: cannot encode header: negative size on header-only type 0')
  }

  const mtime = times === 'nanoseconds' ? entry.mtime : roundToSecond(entry.mtime)
  const split = splitName(name)
  const plain = fitsName(name, split != null) && fitsName(linkname, false) && fitsOctal(size) &&
    fitsOctal(mtime.secs) &&
    mtime.nsecs === 0

  if (plain) {
    const { prefix, suffix } = split ?? { prefix: '', suffix: name }
    return [writeBlock({ name: suffix, prefix, linkname, mode, size, mtime: mtime.secs, flag: TYPE_FLAGS[kind] })]
  }

  const body = paxRecords(paxFor({ ...entry, linkname, mtime }))
  const paxName = toAscii(insertFolder(name, 'PaxHeaders.0')).slice(0, NAME_BYTES).replace(/\/+$/, '')

  return [
    writeBlock({
      name: paxName,
      prefix: '',
      linkname: '',
      mode: 0,
      size: BigInt(body.length),
      mtime: 0n,
      flag: PAX_FLAG
    }),
    body,
    tarPadding(BigInt(body.length)),
    writeBlock({
      name: toAscii(name),
      prefix: '',
      linkname: toAscii(linkname),
      mode,
      size: fitsOctal(size) ? size : 0n,
      mtime: fitsOctal(mtime.secs) ? mtime.secs : 0n,
      flag: TYPE_FLAGS[kind]
    })
  ]
}

/** Returns zeros up to the next multiple of 512 bytes. */
export function tarPadding (length: bigint): Uint8Array {
  return new Uint8Array(Number(-length & 511n))
}

function paxFor ({ name, linkname, size, mtime }: TarEntry & { linkname: string }): Map<string, string> {
  const records = new Map<string, string>()

  if (!fitsName(linkname, false)) {
    records.set('linkpath', linkname)
  }
  if (mtime.nsecs !== 0 || !fitsOctal(mtime.secs)) {
    records.set('mtime', paxTime(mtime))
  }
  if (!fitsName(name, false)) {
    records.set('path', name)
  }
  if (!fitsOctal(size)) {
    records.set('size', String(size))
  }

  for (const key of ['linkpath', 'path']) {
    if (records.get(key)?.includes('\0') === true) {
      throw new Error('archive/tar: invalid tar header')
    }
  }

  return records
}

function fitsName (text: string, splittable: boolean): boolean {
  return isAscii(text) && (text.length <= NAME_BYTES || splittable)
}

function fitsOctal (n: bigint): boolean {
  return n >= 0n && n <= MAX_OCTAL
}

function roundToSecond ({ secs, nsecs }: Time): Time {
  return { secs: nsecs >= 500_000_000 ? secs + 1n : secs, nsecs: 0 }
}

function toAscii (text: string): string {
  return text.replace(/[^\x01-\x7f]/gu, '')
}

function insertFolder (name: string, folder: string): string {
  const at = name.lastIndexOf('/') + 1
  return `${name.slice(0, at)}${folder}/${name.slice(at)}`
}
