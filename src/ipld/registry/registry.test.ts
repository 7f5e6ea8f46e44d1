import { expect, it } from 'vitest'
import { codecName } from '../../cid/codes/codec-names.ts'
import { messageOf } from '../../testing/http/message-of.ts'
import { parseMulticodec } from './parse-multicodec.ts'
import { decodeBlock, decoderOf, encodeBlock, encoderOf, registeredCodecs } from './registry.ts'

it("knows the codecs of Kubo's default build by their codes in the multicodec table", () => {
  const codecs = registeredCodecs()
  expect(codecs.filter(({ code }) => code < 0x300000).map(({ code, name }) => codecName(code) === name)).not.toContain(
    false
  )
  expect(codecs.map(({ code }) => code)).toEqual([0x51, 0x55, 0x70, 0x71, 0x78, 0x85, 0x0129, 0x0200, 0x300078])
})

it('reports other codecs like go-ipld-prime', () => {
  expect(messageOf(() => decoderOf(0x72))).toBe('no decoder registered for multicodec code 114 (0x72)')
  expect(messageOf(() => encoderOf(0x72))).toBe('no encoder registered for multicodec code 114 (0x72)')
  expect(messageOf(() => encoderOf(0x300078))).toBe('no encoder registered for multicodec code 3145848 (0x300078)')
  expect(messageOf(() => decodeBlock(0x72, new Uint8Array()))).toBe(
    'could not choose a decoder: no decoder registered for multicodec code 114 (0x72)'
  )
})

it('converts from one codec to another', () => {
  expect(encodeBlock(0x71, decodeBlock(0x0129, new TextEncoder().encode('{"b":[1,1.0],"a":null}')))).toEqual(
    Uint8Array.of(0xa2, 0x61, 0x61, 0xf6, 0x61, 0x62, 0x82, 0x01, 0xfb, 0x3f, 0xf0, 0, 0, 0, 0, 0, 0)
  )
  expect(messageOf(() => encodeBlock(0x55, new Map()))).toBe(
    'func called on wrong kind: "AsBytes" called on a map node (kind: map), but only makes sense on bytes'
  )
})

it.each([['dag-cbor', 0x71], ['0x71', 0x71], ['113', 0x71], ['sha2-256', 0x12], ['3145848', 0x300078]])(
  'accepts %s as a multicodec',
  (text, code) => {
    expect(parseMulticodec(text)).toBe(code)
  }
)

it.each(['', 'nosuch', 'Raw', '0x', '-1', '7630200', '99999999999999999999999'])('rejects %j', (text) => {
  expect(messageOf(() => parseMulticodec(text))).toBe(`unknown multicodec: "${text}"`)
})
