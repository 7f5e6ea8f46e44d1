import type { CID } from 'multiformats/cid'
import { ByteSink } from '../bytes/byte-sink.ts'
import { decodeCborPrefix } from '../ipld/cbor/cbor-decoder.ts'
import { encodeCbor } from '../ipld/cbor/cbor-encoder.ts'
import type { IpldNode } from '../ipld/data-model/ipld-node.ts'
import { nodeKind } from '../ipld/data-model/ipld-node.ts'

/** The header of a CARv1. A CARv2 begins with a CARv1 header that has version 2 and no roots. */
export interface CarHeader {
  version: bigint
  roots: CID[]
}

/**
 * Decodes the header of a CAR.
 *
 * @param bytes - the header section without its length
 * @throws an Error with go-car's message "invalid header: …" if the bytes are not a header
 */
export function decodeCarHeader (bytes: Uint8Array): CarHeader {
  try {
    return toHeader(decodeCborPrefix(bytes))
  } catch (err) {
    throw new Error(`invalid header: ${(err as Error).message}`, { cause: err })
  }
}

/** Encodes the header section without its length, with the keys in the order of dag-cbor. */
export function encodeCarHeader (roots: readonly CID[]): Uint8Array {
  const sink = new ByteSink()
  encodeCbor(new Map<string, IpldNode>([['roots', [...roots]], ['version', 1n]]), sink, { links: true, sortKeys: true })
  return sink.finish()
}

function toHeader (node: IpldNode): CarHeader {
  if (!(node instanceof Map)) {
    throw new Error(`malformed stream: invalid appearance of ${nodeKind(node)} token; expected start of map`)
  }

  const header: CarHeader = { version: 0n, roots: [] }

  for (const [key, value] of node) {
    switch (key) {
      case 'version':
        header.version = toVersion(value)
        break
      case 'roots':
        header.roots = toRoots(value)
        break
      default:
        throw new Error(
          `unmarshal error: stream contains key ${
            JSON.stringify(key)
          }, but there's no such field in structs of type carv1.CarHeader`
        )
    }
  }

  return header
}

function toVersion (node: IpldNode | undefined): bigint {
  if (typeof node !== 'bigint' || node < 0n) {
    throw new Error(`unmarshal error: cannot assign ${nodeKind(node)} to uint64 field`)
  }

  return node
}

function toRoots (node: IpldNode | undefined): CID[] {
  if (node == null) {
    return []
  }

  if (!Array.isArray(node)) {
    throw new Error(`malformed stream: invalid appearance of ${nodeKind(node)} token; expected start of array`)
  }

  return node.map((root) => {
    if (nodeKind(root) !== 'link') {
      throw new Error(`unmarshal error: cannot assign ${nodeKind(root)} to slice field`)
    }

    return root as CID
  })
}
