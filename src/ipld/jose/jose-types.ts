import type { CID } from 'multiformats/cid'
import type { IpldNode } from '../data-model/ipld-node.ts'
import { nodeKind } from '../data-model/ipld-node.ts'
import { NodeError } from '../data-model/kind-errors.ts'
import { matchLink, matchList, matchStruct, requireKind } from '../data-model/schema.ts'
import type { Match } from '../data-model/schema.ts'
import { decodeBase64Url } from '../json/base64.ts'

/** Matches bytes or a base64url string: JOSE uses base64url in JSON, dag-jose uses bytes in blocks. */
const raw: Match<Uint8Array> = (node) => {
  if (node == null) {
    throw NodeError.wrongKind('AssignNull', 'dagjose.Raw', 'bytes', 'null')
  }

  return typeof node === 'string' ? decodeBase64Url(node) : requireKind(node, 'bytes', 'AsBytes')
}

const UNION_METHODS: Record<string, string> = { null: 'AssignNull', bool: 'AssignBool', link: 'AssignLink' }

/** Matches any header value: every kind except booleans, null and links. */
const any: Match<IpldNode> = (node) => {
  const method = UNION_METHODS[nodeKind(node)]

  if (method != null) {
    throw new NodeError(
      `cannot match schema: union structure constraints for dagjose.Any.Repr caused rejection: ${method} ` +
        'called but is not valid for any of the kinds that are valid members of this union'
    )
  }

  if (node instanceof Map) {
    node.forEach((value) => {
      any(value)
    })
  } else if (Array.isArray(node)) {
    node.forEach((value) => {
      any(value)
    })
  }

  return node as IpldNode
}

const needed = { match: raw }
const optional = { match: raw, optional: true } as const
const header = { match: any, optional: true } as const

const recipient = matchStruct(
  'dagjose.EncodedRecipient',
  { header, encrypted_key: optional },
  'dagjose.EncodedRecipient.Repr'
)
const signature = matchStruct(
  'dagjose.EncodedSignature',
  { header, protected: optional, signature: needed },
  'dagjose.EncodedSignature.Repr'
)

/** A JSON Web Encryption object as dag-jose stores it, in schema order (ipld.io/specs/codecs/dag-jose). */
export const jwe = matchStruct('dagjose.EncodedJWE', {
  aad: optional,
  ciphertext: needed,
  iv: optional,
  protected: optional,
  recipients: { match: matchList('dagjose.EncodedRecipients', recipient), optional: true },
  tag: optional,
  unprotected: header
}, 'dagjose.EncodedJWE.Repr')

/** A JSON Web Signature object as dag-jose stores it. Accepts a `link` field, since go-dag-jose does. */
export const jws = matchStruct('dagjose.EncodedJWS', {
  link: { match: matchLink('dagjose.Link') as Match<CID>, optional: true },
  payload: needed,
  signatures: { match: matchList('dagjose.EncodedSignatures', signature), optional: true }
}, 'dagjose.EncodedJWS.Repr')

export type Jws = ReturnType<typeof jws>
