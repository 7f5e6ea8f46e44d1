import fc from 'fast-check'
import { expect, it } from 'vitest'
import { messageOf } from '../../testing/http/message-of.ts'
import { decodeBase64Url, decodeGoBase64, encodeBase64, encodeBase64Url } from './base64.ts'

it('decodes its own output, with and without padding', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
    const padded = Buffer.from(bytes).toString('base64')
    expect(encodeBase64(bytes)).toBe(padded.replaceAll('=', ''))
    expect(encodeBase64Url(bytes)).toBe(Buffer.from(bytes).toString('base64url'))
    expect(decodeGoBase64(padded)).toEqual(bytes)
    expect(decodeGoBase64(encodeBase64(bytes))).toEqual(bytes)
    expect(decodeBase64Url(encodeBase64Url(bytes))).toEqual(bytes)
  }))
})

it('skips line ends', () => {
  expect(decodeGoBase64('A\nQ\r\n==')).toEqual(Uint8Array.of(1))
})

it('handles more bytes than a call can have arguments', () => {
  const bytes = new Uint8Array(1_000_000).fill(7)
  expect(decodeGoBase64(encodeBase64(bytes))).toEqual(bytes)
})

// the expected positions are those of Go's base64.StdEncoding
it.each([
  ['###', 0],
  ['A', 0],
  ['AAAAA', 4],
  ['AQ=', 3],
  ['AQ=A', 2],
  ['A===', 1],
  ['AQI==', 4],
  ['AQID=', 4],
  ['AQ==A', 4],
  ['A*', 1]
])('rejects %j at %i', (text, at) => {
  expect(messageOf(() => decodeGoBase64(text))).toBe(`illegal base64 data at input byte ${at}`)
})
