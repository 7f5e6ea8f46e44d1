import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import { castCid } from '../../cid/text/parse-cid.ts'
import { decodeCbor } from '../cbor/cbor-decoder.ts'
import { encodeCbor } from '../cbor/cbor-encoder.ts'
import type { Codec } from '../data-model/codec.ts'
import type { IpldMap, IpldNode } from '../data-model/ipld-node.ts'
import { nodeKind } from '../data-model/ipld-node.ts'
import { NodeError } from '../data-model/kind-errors.ts'
import { encodeBase64Url } from '../json/base64.ts'
import { jwe, jws } from './jose-types.ts'
import type { Jws } from './jose-types.ts'
import { unflattenJwe, unflattenJws } from './unflatten.ts'

/**
 * Signed or encrypted JSON (RFC 7515, RFC 7516; ipld.io/specs/codecs/dag-jose; go-dag-jose, which Kubo has built in).
 * Blocks are CBOR with raw bytes, values have base64url strings. A JWS that was read has the link that its payload is.
 */
export const dagJose: Codec = {
  name: 'dag-jose',
  code: CODEC.dagJose,

  decode (bytes) {
    const block = decodeCbor(bytes, true)

    if (block instanceof Map && block.has('ciphertext')) {
      return present(jwe(block))
    }

    const signed = jws(block)
    return present(
      {
        link: signed.link ?? castCid(signed.payload),
        payload: signed.payload,
        signatures: signed.signatures
      } satisfies Jws
    )
  },

  encode (node, sink) {
    if (!(node instanceof Map)) {
      const kind = nodeKind(node)
      throw NodeError.wrongKind('LookupByString', kind, kind, 'map')
    }

    encodeCbor(stored(node), sink, { links: false, sortKeys: true })
  }
}

function stored (node: IpldMap): IpldNode {
  if (node.has('ciphertext')) {
    return toNode(jwe(unflattenJwe(node)))
  }

  if (node.has('payload')) {
    return toNode(jws(unflattenJws(node)))
  }

  throw new Error('invalid JOSE object')
}

/** The value of a block: bytes as base64url, fields in the order of the schema, headers as they are. */
function present (value: unknown): IpldNode {
  return toNode(value, (bytes) => encodeBase64Url(bytes))
}

const FIELD_ORDER = [
  'link',
  'aad',
  'ciphertext',
  'iv',
  'payload',
  'header',
  'encrypted_key',
  'protected',
  'recipients',
  'signature',
  'signatures',
  'tag',
  'unprotected'
]

/** Turns the records of the schema into nodes; what is a node already (headers, links) stays. */
function toNode (value: unknown, bytes: (value: Uint8Array) => IpldNode = (value) => value): IpldNode {
  if (value instanceof Uint8Array) {
    return bytes(value)
  }

  if (Array.isArray(value)) {
    return value.map((item) => toNode(item, bytes))
  }

  const record = value as Record<string, unknown>
  const keys = FIELD_ORDER.filter((key) => record[key] !== undefined)
  return new Map(keys.map((key) => [key, HEADERS.includes(key) ? record[key] as IpldNode : toNode(record[key], bytes)]))
}

const HEADERS = ['link', 'header', 'unprotected']
