import { describe, expect, test } from 'vitest'
import { inlinePublicKey } from './inline-public-key.ts'
import { parsePeerId } from './parse-peer-id.ts'
import { peerIdEncoder } from './peer-id-encoder.ts'

const ED25519 = '12D3KooWRL9VfRA6zNzYPGG7p9Gm2YsDHUobNU55oiiLMZGKZVDj'
const RSA = 'QmNnooDu7bfjPFoTZYxMNLWUQJyrVwtbZg5gBMjTezGAJN'

describe('a peer ID', () => {
  test.each([ED25519, RSA])('%s is the same in all its forms', (text) => {
    const id = parsePeerId(text)
    expect(peerIdEncoder('b58mh')(id)).toBe(text)
    expect(peerIdEncoder('v0')(id)).toBe(text)

    for (const base of ['base36', 'k', 'base32', 'base58btc', 'base64url']) {
      expect(parsePeerId(peerIdEncoder(base)(id)).bytes).toEqual(id.bytes)
    }
  })

  test.each([
    ['', 'failed to parse peer ID: invalid cid: cid too short'],
    ['bad', 'failed to parse peer ID: invalid cid: invalid cid: expected 1 as the cid version number, got: 0'],
    ['1', 'failed to parse peer ID: multihash too short. must be >= 2 bytes'],
    [`1${'2'.repeat(500_000)}`, "failed to parse peer ID: input isn't valid multihash"],
    ['12D30', "failed to parse peer ID: input isn't valid multihash"],
    [`${ED25519}1`, 'failed to parse peer ID: multihash length inconsistent: expected 8; got 10'],
    ['bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq', 'can\'t convert CID of type "raw" to a peer ID']
  ])('%j is rejected', (text, message) => {
    expect(() => parsePeerId(text)).toThrow(expect.objectContaining({ name: 'InvalidPeerIdError', message }))
  })

  test('cannot be written in an unknown base', () => {
    expect(() => peerIdEncoder('nosuch')).toThrow('unsupported multibase encoding: nosuch')
    expect(() => peerIdEncoder('')).toThrow('empty multibase encoding')
  })

  test('may contain its public key', () => {
    expect(inlinePublicKey(parsePeerId(ED25519))).toBe('CAESIOaAZdjHmFCWkriZP1pvJf/b9g5g+c4km/3l901zjRJS')
    expect(inlinePublicKey(parsePeerId(RSA))).toBe('')
    expect(inlinePublicKey(parsePeerId('bafzaaaa'))).toBe('')
  })
})
