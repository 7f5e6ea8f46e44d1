import { ProtobufReader, WIRE_BYTES, WIRE_FIXED32, WIRE_VARINT } from '../../bytes/protobuf-reader.ts'
import { unixTime } from './stat.ts'
import type { Time } from './stat.ts'
import { UNIXFS_TYPE } from './unixfs-data.ts'
import type { UnixfsData } from './unixfs-data.ts'

const NSECS_PER_SEC = 1_000_000_000

/**
 * Reads the UnixFS message of a dag-pb node. Unknown fields are let pass; errors have the words of Go's protobuf package.
 *
 * @throws an Error when the bytes are no such message
 */
export function decodeUnixfsData (bytes: Uint8Array): UnixfsData {
  const out: Partial<UnixfsData> & Pick<UnixfsData, 'blockSizes'> = { blockSizes: [] }

  try {
    const reader = new ProtobufReader(bytes)

    while (reader.next()) {
      readField(reader, out)
    }
  } catch (err) {
    throw new Error('proto: cannot parse invalid wire-format data', { cause: err })
  }

  const { type, ...rest } = out

  if (type == null) {
    throw new Error('proto: required field ipfs.boxo.ipld.unixfs.pb.Data.Type not set')
  }

  return { type, ...rest }
}

/** Bytes of the content, as boxo's `FSNode.FileSize` counts them: directories have none. */
export function unixfsSize ({ type, data, fileSize = 0 }: UnixfsData): number {
  switch (type) {
    case UNIXFS_TYPE.file: return fileSize
    case UNIXFS_TYPE.raw:
    case UNIXFS_TYPE.symlink: return data?.length ?? 0
    default: return 0
  }
}

/** Returns the value of `unixfsSize`, as a bigint above 2^53, exact to 64 bits. */
export function exactUnixfsSize (data: UnixfsData): number | bigint {
  return data.type === UNIXFS_TYPE.file && data.exactFileSize != null ? data.exactFileSize : unixfsSize(data)
}

function readField (reader: ProtobufReader, out: Partial<UnixfsData> & Pick<UnixfsData, 'blockSizes'>): void {
  // as in Go a field of another wire type than the schema's counts as unknown
  switch (reader.field << 3 | reader.wire) {
    case 1 << 3 | WIRE_VARINT: out.type = reader.varint(); break
    case 2 << 3 | WIRE_BYTES: out.data = reader.view(); break
    case 3 << 3 | WIRE_VARINT: readFileSize(reader, out); break
    case 4 << 3 | WIRE_VARINT: out.blockSizes.push(reader.varint()); break
    case 4 << 3 | WIRE_BYTES: readPacked(reader, out.blockSizes); break
    case 5 << 3 | WIRE_VARINT: out.hashType = reader.varint(); break
    case 6 << 3 | WIRE_VARINT: out.fanout = reader.varint(); break
    case 7 << 3 | WIRE_VARINT: out.mode = reader.varint() % 2 ** 32; break
    case 8 << 3 | WIRE_BYTES: out.mtime = readTime(reader); break
    default: reader.skip()
  }
}

function readFileSize (reader: ProtobufReader, out: Partial<UnixfsData>): void {
  const { at } = reader
  out.fileSize = reader.varint()
  out.exactFileSize = undefined

  if (!Number.isSafeInteger(out.fileSize)) {
    reader.at = at
    out.exactFileSize = BigInt.asUintN(64, reader.int64())
  }
}

function readPacked (reader: ProtobufReader, sizes: number[]): void {
  const start = reader.span()
  const packed = new ProtobufReader(reader.bytes, start, reader.at)

  while (packed.at < packed.end) {
    sizes.push(packed.varint())
  }
}

/** As boxo's `FSNode.ModTime`: without seconds, or with nanoseconds that nobody should have written, there is no time. */
function readTime (reader: ProtobufReader): Time | undefined {
  const start = reader.span()
  const message = new ProtobufReader(reader.bytes, start, reader.at)
  let secs: bigint | undefined
  let nsecs: number | undefined

  while (message.next()) {
    switch (message.field << 3 | message.wire) {
      case 1 << 3 | WIRE_VARINT: secs = message.int64(); break
      case 2 << 3 | WIRE_FIXED32: nsecs = message.fixed32(); break
      default: message.skip()
    }
  }

  const sound = nsecs == null || (nsecs >= 1 && nsecs < NSECS_PER_SEC)
  return secs != null && sound ? unixTime(secs, nsecs) : undefined
}
