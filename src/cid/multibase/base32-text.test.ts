import fc from 'fast-check'
import { base32 } from 'multiformats/bases/base32'
import { expect, it } from 'vitest'
import { base32Text } from './base32-text.ts'

it('agrees with multiformats for any length', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
    expect(base32Text(bytes)).toBe(base32.baseEncode(bytes))
  }))

  for (const length of [639, 640, 641, 1280, 5000]) {
    const bytes = Uint8Array.from({ length }, (_, i) => i * 7)
    expect(base32Text(bytes)).toBe(base32.baseEncode(bytes))
  }
})
