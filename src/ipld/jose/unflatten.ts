import { MULTIBASE } from '../../cid/codes/multiformat-codes.ts'
import { parseCid } from '../../cid/text/parse-cid.ts'
import type { IpldMap, IpldNode } from '../data-model/ipld-node.ts'
import { nodeKind } from '../data-model/ipld-node.ts'
import { requireKind } from '../data-model/schema.ts'

/**
 * Converts a JWS to the general form. The flattened form has a single signature in the object itself (RFC 7515, section
 * 7.2.2). Drops unknown members (go-dag-jose `unflattenJWS`).
 */
export function unflattenJws (node: IpldMap): IpldMap {
  const payload = requiredText(node, 'payload')

  try {
    parseCid(MULTIBASE.base64url + payload)
  } catch (err) {
    throw new Error(`payload is not a valid CID: ${(err as Error).message}`, { cause: err })
  }

  if (!node.has('signatures')) {
    const signature = pickFields(node, { header: headerOf, protected: requiredText, signature: requiredText })
    return new Map<string, IpldNode>([['payload', payload], ['signatures', [signature]]])
  }

  if (['header', 'protected', 'signature'].some((key) => node.has(key))) {
    throw new Error('invalid JWS serialization')
  }

  return new Map<string, IpldNode>([['payload', payload], ['signatures', toMaps(node.get('signatures'))]])
}

/** Converts a JWE to the general form (RFC 7516, section 7.2.2; go-dag-jose `unflattenJWE`). */
export function unflattenJwe (node: IpldMap): IpldMap {
  const jwe = pickFields(node, {
    ciphertext: requiredText,
    aad: requiredText,
    iv: requiredText,
    protected: requiredText,
    tag: requiredText,
    unprotected: headerOf
  })
  const flat = pickFields(node, { encrypted_key: requiredText, header: headerOf })

  if (node.has('recipients') && flat.size > 0) {
    throw new Error('invalid JWE serialization')
  }

  const recipients = node.has('recipients') ? toMaps(node.get('recipients')) : [flat]

  if (recipients.some((recipient) => recipient.size > 0)) {
    jwe.set('recipients', recipients)
  }

  return jwe
}

type Read = (node: IpldMap, key: string) => IpldNode

function pickFields (node: IpldMap, fields: Record<string, Read>): IpldMap {
  return new Map(Object.entries(fields).filter(([key]) => node.has(key)).map(([key, read]) => [key, read(node, key)]))
}

function requiredText (node: IpldMap, key: string): string {
  return requireKind(node.get(key), 'string', 'AsString')
}

function headerOf (node: IpldMap, key: string): IpldNode {
  return copyAsJson(aMap(node.get(key)))
}

function toMaps (node: IpldNode | undefined): IpldMap[] {
  if (!Array.isArray(node)) {
    throw notJson(node, '[]map[string]interface {}')
  }

  return node.map((item) => copyAsJson(aMap(item)) as IpldMap)
}

function aMap (node: IpldNode | undefined): IpldMap {
  if (!(node instanceof Map)) {
    throw notJson(node, 'map[string]interface {}')
  }

  return node
}

/**
 * Imitates the JSON round trip of go-dag-jose for these parts: bytes and links do not exist in JSON, and a number
 * without a fraction becomes an integer.
 */
function copyAsJson (node: IpldNode | undefined): IpldNode {
  const waiting: Array<[from: IpldNode[] | IpldMap, to: IpldNode[] | IpldMap]> = []

  const copy = (node: IpldNode | undefined): IpldNode => {
    switch (nodeKind(node)) {
      case 'bytes':
        throw new Error('cannot marshal IPLD bytes to this codec')
      case 'link':
        throw new Error('cannot marshal IPLD links to this codec')
      case 'float':
        return Number.isInteger(node) ? BigInt(node as number) : node as number
      case 'list':
      case 'map': {
        const copied = Array.isArray(node) ? [] : new Map<string, IpldNode>()
        waiting.push([node as IpldNode[] | IpldMap, copied])
        return copied
      }
      default:
        return node ?? null
    }
  }

  const copied = copy(node)

  for (let next = waiting.pop(); next != null; next = waiting.pop()) {
    const [from, to] = next

    for (const [key, value] of from.entries()) {
      if (to instanceof Map) {
        to.set(String(key), copy(value))
      } else {
        to.push(copy(value))
      }
    }
  }

  return copied
}

const JSON_KINDS: Record<string, string> = { int: 'number', float: 'number', list: 'array', map: 'object' }

function notJson (node: IpldNode | undefined, goType: string): Error {
  const kind = nodeKind(node)
  return new Error(`json: cannot unmarshal ${JSON_KINDS[kind] ?? kind} into Go value of type ${goType}`)
}
