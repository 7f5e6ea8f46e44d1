import { describe, expect, it } from 'vitest'
import { messageOf } from '../../testing/http/message-of.ts'
import { dagCbor } from '../cbor/dag-cbor.ts'
import type { IpldNode } from '../data-model/ipld-node.ts'
import { dagJson } from '../json/dag-json.ts'
import { encodeBlock } from '../registry/registry.ts'
import { dagJose } from './dag-jose.ts'

const PAYLOAD = 'AXESIIlVZVHDkmZ5zFLHLhdqVhkxkSK8wMfTZ7_IIMcdzPWJ'
const LINK = 'bafyreiejkvsvdq4smz44yuwhfylwuvqzggisfpgay7jwpp6ieddr3thvre'

function parseJson (json: string): IpldNode {
  return dagJson.decode(new TextEncoder().encode(json))
}

/** Encodes JSON to a block and decodes it. */
function roundTrip (json: string): string {
  const node = dagJose.decode(encodeBlock(dagJose.code, parseJson(json)))
  return new TextDecoder().decode(encodeBlock(dagJson.code, node))
}

describe('signed', () => {
  it('has raw bytes in the block, and the link of its payload in the value', () => {
    const flat =
      `{"payload":"${PAYLOAD}","header":{"z":1,"aa":"x"},"protected":"eyJhbGciOiJFZERTQSJ9","signature":"-_9J","foo":1}`
    const block = dagCbor.decode(encodeBlock(dagJose.code, parseJson(flat))) as Map<string, IpldNode>
    expect([...block.keys()]).toEqual(['payload', 'signatures'])
    expect(block.get('signatures')).toEqual([
      new Map<string, IpldNode>([
        ['header', new Map<string, IpldNode>([['z', 1n], ['aa', 'x']])],
        ['protected', new TextEncoder().encode('{"alg":"EdDSA"}')],
        ['signature', Uint8Array.of(0xfb, 0xff, 0x49)]
      ])
    ])
    expect(roundTrip(flat)).toBe(
      `{"link":{"/":"${LINK}"},"payload":"${PAYLOAD}` +
        '","signatures":[{"header":{"aa":"x","z":1},"protected":"eyJhbGciOiJFZERTQSJ9","signature":"-_9J"}]}'
    )
  })

  it('is restored from its value', () => {
    const value = `{"link":{"/":"${LINK}"},"payload":"${PAYLOAD}","signatures":[{"signature":"AA"},{"header":{"a":[1,` +
      '1.5]},"signature":"AQ"}]}'
    expect(roundTrip(value)).toBe(value)
  })

  it.each([
    ['"signature":"*"', 'illegal base64 data at input byte 0'],
    ['"signature":"AA","signatures":[]', 'invalid JWS serialization'],
    ['"x":1', 'missing required fields: signature'],
    ['"signatures":1', 'json: cannot unmarshal number into Go value of type []map[string]interface {}'],
    ['"signatures":[{"foo":"AA"}]', 'invalid key for map dagjose.EncodedSignature.Repr: "foo": no such field'],
    [
      '"signatures":[{"signature":1}]',
      'func called on wrong kind: "AsBytes" called on a int node (kind: int), but only makes sense on bytes'
    ],
    [
      '"signature":"AA","header":{"b":true}',
      'cannot match schema: union structure constraints for dagjose.Any.Repr caused rejection: AssignBool ' +
      'called but is not valid for any of the kinds that are valid members of this union'
    ],
    ['"signature":"AA","header":{"a":{"/":{"bytes":"AA"}}}', 'cannot marshal IPLD bytes to this codec']
  ])('rejects %s', (members, message) => {
    expect(messageOf(() => roundTrip(`{"payload":"${PAYLOAD}",${members}}`))).toBe(message)
  })

  it('rejects a payload that is not a CID', () => {
    expect(messageOf(() => roundTrip('{"payload":"AXESII","signature":"AA"}'))).toBe(
      'payload is not a valid CID: invalid cid: invalid cid: length greater than remaining number of bytes in buffer'
    )
  })
})

describe('encrypted', () => {
  it.each([
    ['{"ciphertext":"3XqL"}', '{"ciphertext":"3XqL"}'],
    ['{"ciphertext":"3XqL","recipients":[{}]}', '{"ciphertext":"3XqL"}'],
    [
      '{"aad":"AQ","ciphertext":"3XqL","encrypted_key":"AAAA","iv":"PSWI","prot' +
      'ected":"eyJh","tag":"WZAM","unprotected":{"x":1}}',
      '{"aad":"AQ","ciphertext":"3XqL","iv":"PSWI","protected":"eyJh","recipien' +
      'ts":[{"encrypted_key":"AAAA"}],"tag":"WZAM","unprotected":{"x":1}}'
    ]
  ])('%s', (json, expected) => {
    expect(roundTrip(json)).toBe(expected)
  })

  it.each([
    ['{"ciphertext":"3Xq="}', 'illegal base64 data at input byte 3'],
    [
      '{"ciphertext":1}',
      'func called on wrong kind: "AsString" called on a int node (kind: int), but only makes sense on string'
    ],
    ['{"ciphertext":"3XqL","recipients":[{}],"header":{}}', 'invalid JWE serialization'],
    [
      '{"ciphertext":"3XqL","unprotected":1}',
      'json: cannot unmarshal number into Go value of type map[string]interface {}'
    ]
  ])('rejects %s', (json, message) => {
    expect(messageOf(() => roundTrip(json))).toBe(message)
  })
})

describe('neither signed nor encrypted', () => {
  it.each([
    ['{"a":1}', 'invalid JOSE object'],
    [
      '[1]',
      'func called on wrong kind: "LookupByString" called on a list node (kind: list), but only makes sense on map'
    ]
  ])('%s cannot be written', (json, message) => {
    expect(messageOf(() => roundTrip(json))).toBe(message)
  })

  it('cannot be read', () => {
    expect(messageOf(() => dagJose.decode(Uint8Array.of(0xa0)))).toBe('missing required fields: payload')
    expect(messageOf(() => dagJose.decode(Uint8Array.of(0x7c)))).toBe('decodeUint: Invalid descriptor: 124')
  })
})
