import { murmur364 } from '@multiformats/murmur3'
import * as fc from 'fast-check'
import type { Hasher } from 'multiformats/hashes/hasher'
import { describe, expect, it } from 'vitest'
import { murmur3x64 } from './murmur3.ts'

const reference = murmur364 as Hasher<string, number>

describe('murmur3x64', () => {
  it('hashes nothing to zeros', () => {
    expect(murmur3x64(new Uint8Array(0))).toEqual(new Uint8Array(8))
  })

  it('agrees with the multiformats package on every length of tail', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
        expect(murmur3x64(bytes)).toEqual(reference.encode(bytes))
      }),
      { numRuns: 500 }
    )
  })
})
