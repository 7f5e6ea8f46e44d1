import { describe, expect, it, test } from 'vitest'
import { decodeMultibase } from './decode-multibase.ts'
import { encodeMultibase, multibaseByName, multibases } from './multibases.ts'

/**
 * Encodings of "yes mani !", without and with a leading zero byte, in each base: the published vectors of the multibase
 * specification (tests/*.csv).
 */
const VECTORS: ReadonlyArray<[name: string, plain: string, oneZero: string]> = [
  [
    'base2',
    '001111001011001010111001100100000011011010110000101101110011010010010000000100001',
    '00000000001111001011001010111001100100000011011010110000101101110011010010010000000100001'
  ],
  ['base16', 'f796573206d616e692021', 'f00796573206d616e692021'],
  ['base16upper', 'F796573206D616E692021', 'F00796573206D616E692021'],
  ['base32', 'bpfsxgidnmfxgsibb', 'bab4wk4zanvqw42jaee'],
  ['base32upper', 'BPFSXGIDNMFXGSIBB', 'BAB4WK4ZANVQW42JAEE'],
  ['base32hex', 'vf5in683dc5n6i811', 'v01smasp0dlgmsq9044'],
  ['base32hexupper', 'VF5IN683DC5N6I811', 'V01SMASP0DLGMSQ9044'],
  ['base32pad', 'cpfsxgidnmfxgsibb', 'cab4wk4zanvqw42jaee======'],
  ['base32padupper', 'CPFSXGIDNMFXGSIBB', 'CAB4WK4ZANVQW42JAEE======'],
  ['base32hexpad', 'tf5in683dc5n6i811', 't01smasp0dlgmsq9044======'],
  ['base32hexpadupper', 'TF5IN683DC5N6I811', 'T01SMASP0DLGMSQ9044======'],
  ['base36', 'k2lcpzo5yikidynfl', 'k02lcpzo5yikidynfl'],
  ['base36upper', 'K2LCPZO5YIKIDYNFL', 'K02LCPZO5YIKIDYNFL'],
  ['base58flickr', 'Z7Pznk19XTTzBtx', 'Z17Pznk19XTTzBtx'],
  ['base58btc', 'z7paNL19xttacUY', 'z17paNL19xttacUY'],
  ['base64', 'meWVzIG1hbmkgIQ', 'mAHllcyBtYW5pICE'],
  ['base64pad', 'MeWVzIG1hbmkgIQ==', 'MAHllcyBtYW5pICE='],
  ['base64url', 'ueWVzIG1hbmkgIQ', 'uAHllcyBtYW5pICE'],
  ['base64urlpad', 'UeWVzIG1hbmkgIQ==', 'UAHllcyBtYW5pICE='],
  ['base256emoji', '🚀🏃✋🌈😅🌷🤤😻🌟😅👏', '🚀🚀🏃✋🌈😅🌷🤤😻🌟😅👏']
]

const PLAIN = new TextEncoder().encode('yes mani !')
const ONE_ZERO = new TextEncoder().encode('\0yes mani !')
const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

describe('the vectors of the multibase specification', () => {
  test.each(VECTORS)('%s encodes and decodes', (name, plain, oneZero) => {
    const base = multibaseByName(name)!

    expect(new TextDecoder().decode(encodeMultibase(base, PLAIN))).toBe(plain)
    expect(new TextDecoder().decode(encodeMultibase(base, ONE_ZERO))).toBe(oneZero)
    expect(toHex(decodeMultibase(plain))).toBe(toHex(PLAIN))
    expect(toHex(decodeMultibase(oneZero))).toBe(toHex(ONE_ZERO))
  })

  it('cover every base but identity', () => {
    const covered = VECTORS.map(([name]) => name)

    expect(multibases.map(({ name }) => name).filter((name) => !covered.includes(name))).toEqual(['identity'])
  })
})
