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
 * Signed or encrypted JSON (RFC 7515, RFC 7516; ipld.io/specs/codecs/dag-jose; go-dag-jose, a built-in plugin of Kubo).
 * Blocks are CBOR with raw bytes; values have base64url strings. A decoded JWS has a link that is derived from its
 * payload.
 */
export const dagJose: Codec = {
  name: 'dag-jose',
  code: CODEC.dagJose,

  decode (bytes) {
    const block = decodeCbor(bytes, true)

    if (block instanceof Map && block.has('ciphertext')) {
      return presentBlock(jwe(block))
    }

    const signed = jws(block)
    return presentBlock(
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

    encodeCbor(toStoredForm(node), sink, { links: false, sortKeys: true })
  }
}

function toStoredForm (node: IpldMap): IpldNode {
  if (node.has('ciphertext')) {
    return toNode(jwe(unflattenJwe(node)))
  }

  if (node.has('payload')) {
    return toNode(jws(unflattenJws(node)))
  }

  throw new Error('invalid JOSE object')
}

/** Returns the value of a block: bytes as base64url, fields in schema order, headers unchanged. */
function presentBlock (value: unknown): IpldNode {
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

/** Converts schema records to nodes. Headers and links are nodes already and stay unchanged. */
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
