import { ProtobufReader, WIRE_BYTES } from '../../bytes/protobuf/protobuf-reader.ts'

/** Reads only the data of a dag-pb node. Skips the links, since a large file has many. */
export function pbData (bytes: Uint8Array): Uint8Array | undefined {
  const reader = new ProtobufReader(bytes)
  let data: Uint8Array | undefined

  while (reader.next()) {
    if (reader.field === 1 && reader.wire === WIRE_BYTES) {
      data = reader.view()
    } else {
      reader.skip()
    }
  }

  return data
}
