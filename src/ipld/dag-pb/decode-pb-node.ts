import { ProtobufReader, WIRE_BYTES, WIRE_VARINT } from '../../bytes/protobuf/protobuf-reader.ts'
import type { Uint64 } from '../../bytes/protobuf/uint64.ts'
import { isCommonCid } from '../../cid/binary/read-cid.ts'
import { readCid } from '../../cid/binary/read-cid.ts'
import { PbLink } from './pb-node.ts'
import type { PbNode } from './pb-node.ts'

/**
 * Decodes a dag-pb block; links keep the order of the block. Is as strict as go-codec-dagpb and uses its error
 * messages.
 *
 * @throws an Error if the bytes are not valid dag-pb
 */
export function decodePbNode (bytes: Uint8Array): PbNode {
  const reader = new ProtobufReader(bytes)
  const links: PbLink[] = []
  let data: Uint8Array | undefined
  let linksEnded = false

  while (reader.next()) {
    if (reader.wire !== WIRE_BYTES) {
      throw new Error(`protobuf: (PBNode) invalid wireType, expected 2, got ${reader.wire}`)
    }

    if (reader.field === 1) {
      if (data != null) {
        throw new Error('protobuf: (PBNode) duplicate Data section')
      }

      data = reader.view()
      linksEnded = links.length > 0
    } else if (reader.field === 2) {
      if (linksEnded) {
        throw new Error('protobuf: (PBNode) duplicate Links section')
      }

      const start = reader.span()
      links.push(decodeLink(bytes, start, reader.at))
    } else {
      throw new Error(`protobuf: (PBNode) invalid fieldNumber, expected 1 or 2, got ${reader.field}`)
    }
  }

  return { links, data }
}

const FIELDS = ['', 'Hash', 'Name', 'Tsize']

function decodeLink (bytes: Uint8Array, start: number, end: number): PbLink {
  const reader = new ProtobufReader(bytes, start, end)
  let last = 0
  let hashStart = -1
  let hashEnd = 0
  let nameStart = -1
  let nameEnd = 0
  let tsize: Uint64 | undefined

  while (reader.next()) {
    const { field } = reader

    if (field > 3) {
      throw new Error(`protobuf: (PBLink) invalid fieldNumber, expected 1, 2 or 3, got ${field}`)
    }

    if (field === last) {
      throw new Error(`protobuf: (PBLink) duplicate ${FIELDS[field]} section`)
    }

    if (field < last) {
      throw new Error(`protobuf: (PBLink) invalid order, found ${FIELDS[last]} before ${FIELDS[field]}`)
    }

    if (reader.wire !== (field === 3 ? WIRE_VARINT : WIRE_BYTES)) {
      throw new Error(`protobuf: (PBLink) wrong wireType (${reader.wire}) for ${FIELDS[field]}`)
    }

    last = field

    switch (field) {
      case 1:
        hashStart = reader.span()
        hashEnd = reader.at
        checkCid(bytes, hashStart, hashEnd)
        break
      case 2:
        nameStart = reader.span()
        nameEnd = reader.at
        break
      default:
        tsize = reader.uint64()
    }
  }

  if (hashStart < 0) {
    throw new Error('invalid Hash field found in link, expected CID')
  }

  return new PbLink(bytes, { hashStart, hashEnd, nameStart, nameEnd }, tsize)
}

function checkCid (bytes: Uint8Array, start: number, end: number): void {
  if (isCommonCid(bytes, start, end)) {
    return
  }

  try {
    readCid(bytes, start, end)
  } catch (err) {
    throw new Error(`invalid Hash field found in link, expected CID (${(err as Error).message})`, { cause: err })
  }
}
