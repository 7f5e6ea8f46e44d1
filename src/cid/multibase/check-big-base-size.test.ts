import { describe, expect, test } from 'vitest'
import { decodeMultibase } from './decode-multibase.ts'
import { encodeMultibase, multibaseByName } from './multibases.ts'

const TOO_MUCH = 'no more than 16KiB are read or written in base36 and base58'
const LARGEST = new Uint8Array(16 * 1024).fill(0xff)

describe.each(['base36', 'base36upper', 'base58btc', 'base58flickr'])('%s', (name) => {
  const base = multibaseByName(name)!

  test('encodes and decodes 16 KiB', () => {
    expect(decodeMultibase(encodeMultibase(base, LARGEST))).toEqual(LARGEST)
  })

  test('rejects more than that, which would take minutes', () => {
    expect(() => encodeMultibase(base, new Uint8Array(LARGEST.length + 1))).toThrow(
      expect.objectContaining({ message: TOO_MUCH })
    )
    expect(() => decodeMultibase(base.prefix + '2'.repeat(500_000))).toThrow(
      expect.objectContaining({ message: TOO_MUCH })
    )
  })
})

test('other bases have no such limit', () => {
  const bytes = new Uint8Array(100_000).fill(7)
  expect(decodeMultibase(encodeMultibase(multibaseByName('base32')!, bytes))).toEqual(bytes)
})
