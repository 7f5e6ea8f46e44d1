import type { Uint64 } from '../../bytes/protobuf/uint64.ts'
import { int64Varint, varintLength, writeVarint } from '../../bytes/protobuf/varint.ts'
import type { Time } from './stat.ts'
import type { NewUnixfsData } from './unixfs-data.ts'

// field number and wire type, in the order of Go's encoder
const TYPE = 0x08
const DATA = 0x12
const FILE_SIZE = 0x18
const BLOCK_SIZE = 0x20
const HASH_TYPE = 0x28
const FANOUT = 0x30
const MODE = 0x38
const MTIME = 0x42
const MTIME_SECONDS = 0x08
const MTIME_NANOS = 0x15

/** Returns the number of bytes that `writeUnixfsData` writes. */
export function unixfsDataLength (data: NewUnixfsData): number {
  let length = 2 // the type

  if (data.data != null) {
    length += 1 + varintLength(data.data.length) + data.data.length
  }

  length += numberLength(data.fileSize)

  for (const size of data.blockSizes ?? []) {
    length += numberLength(size)
  }

  length += numberLength(data.hashType) + numberLength(data.fanout) + numberLength(data.mode)

  return data.mtime == null ? length : length + 2 + timeLength(data.mtime)
}

/**
 * Writes the message at `at`.
 *
 * @returns the end position
 */
export function writeUnixfsData (out: Uint8Array, at: number, data: NewUnixfsData): number {
  out[at++] = TYPE
  out[at++] = data.type

  if (data.data != null) {
    out[at++] = DATA
    at = writeVarint(out, at, data.data.length)

    for (const part of 'parts' in data.data ? data.data.parts : [data.data]) {
      out.set(part, at)
      at += part.length
    }
  }

  at = writeNumber(out, at, FILE_SIZE, data.fileSize)

  for (const size of data.blockSizes ?? []) {
    at = writeNumber(out, at, BLOCK_SIZE, size)
  }

  at = writeNumber(out, at, HASH_TYPE, data.hashType)
  at = writeNumber(out, at, FANOUT, data.fanout)
  at = writeNumber(out, at, MODE, data.mode)

  return data.mtime == null ? at : writeTime(out, at, data.mtime)
}

function numberLength (n: Uint64 | undefined): number {
  return n == null ? 0 : 1 + varintLength(n)
}

function writeNumber (out: Uint8Array, at: number, tag: number, n: Uint64 | undefined): number {
  if (n == null) {
    return at
  }

  out[at] = tag
  return writeVarint(out, at + 1, n)
}

function timeLength (time: Time): number {
  return 1 + int64Varint(time.secs).length + (time.nsecs > 0 ? 5 : 0)
}

function writeTime (out: Uint8Array, at: number, time: Time): number {
  out[at++] = MTIME
  out[at++] = timeLength(time)
  out[at++] = MTIME_SECONDS
  const secs = int64Varint(time.secs)
  out.set(secs, at)
  at += secs.length

  if (time.nsecs > 0) {
    out[at++] = MTIME_NANOS
    new DataView(out.buffer, out.byteOffset).setUint32(at, time.nsecs, true)
    at += 4
  }

  return at
}
