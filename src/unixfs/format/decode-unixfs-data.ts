import { ProtobufReader, WIRE_BYTES, WIRE_FIXED32, WIRE_VARINT } from '../../bytes/protobuf/protobuf-reader.ts'
import type { Uint64 } from '../../bytes/protobuf/uint64.ts'
import { unixTime } from './stat.ts'
import type { Time } from './stat.ts'
import { UNIXFS_TYPE } from './unixfs-data.ts'
import type { UnixfsData } from './unixfs-data.ts'

const NSECS_PER_SEC = 1_000_000_000

/**
 * Decodes the UnixFS message of a dag-pb node. Ignores unknown fields. Errors have the messages of Go's protobuf
 * package.
 *
 * @throws an Error if the bytes are not a valid message
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

/** Returns the size of the content in bytes, as boxo's `FSNode.FileSize` does. Directories have no content. */
export function unixfsSize ({ type, data, fileSize = 0 }: UnixfsData): Uint64 {
  switch (type) {
    case UNIXFS_TYPE.file:
      return fileSize
    case UNIXFS_TYPE.raw:
    case UNIXFS_TYPE.symlink:
      return data?.length ?? 0
    default:
      return 0
  }
}

function readField (reader: ProtobufReader, out: Partial<UnixfsData> & Pick<UnixfsData, 'blockSizes'>): void {
  // as in Go, a field whose wire type differs from the schema counts as unknown
  switch (reader.field << 3 | reader.wire) {
    case 1 << 3 | WIRE_VARINT:
      out.type = reader.varint()
      break
    case 2 << 3 | WIRE_BYTES:
      out.data = reader.view()
      break
    case 3 << 3 | WIRE_VARINT:
      out.fileSize = reader.uint64()
      break
    case 4 << 3 | WIRE_VARINT:
      out.blockSizes.push(reader.uint64())
      break
    case 4 << 3 | WIRE_BYTES:
      readPacked(reader, out.blockSizes)
      break
    case 5 << 3 | WIRE_VARINT:
      out.hashType = reader.uint64()
      break
    case 6 << 3 | WIRE_VARINT:
      out.fanout = reader.uint64()
      break
    case 7 << 3 | WIRE_VARINT:
      out.mode = Number(BigInt.asUintN(32, reader.int64()))
      break
    case 8 << 3 | WIRE_BYTES:
      out.mtime = readTime(reader)
      break
    default:
      reader.skip()
  }
}

function readPacked (reader: ProtobufReader, sizes: Uint64[]): void {
  const start = reader.span()
  const packed = new ProtobufReader(reader.bytes, start, reader.at)

  while (packed.at < packed.end) {
    sizes.push(packed.uint64())
  }
}

/** Reads a time like boxo's `FSNode.ModTime`: undefined without seconds or with invalid nanoseconds. */
function readTime (reader: ProtobufReader): Time | undefined {
  const start = reader.span()
  const message = new ProtobufReader(reader.bytes, start, reader.at)
  let secs: bigint | undefined
  let nsecs: number | undefined

  while (message.next()) {
    switch (message.field << 3 | message.wire) {
      case 1 << 3 | WIRE_VARINT:
        secs = message.int64()
        break
      case 2 << 3 | WIRE_FIXED32:
        nsecs = message.fixed32()
        break
      default:
        message.skip()
    }
  }

  const sound = nsecs == null || (nsecs >= 1 && nsecs < NSECS_PER_SEC)
  return secs != null && sound ? unixTime(secs, nsecs) : undefined
}
