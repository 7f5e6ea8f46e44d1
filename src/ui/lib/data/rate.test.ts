import { describe, expect, it } from 'vitest'
import { Rate } from './rate.ts'

describe('Rate', () => {
  it('averages over the last seconds', () => {
    const rate = new Rate()
    rate.mark(0, 0)
    expect(rate.bytesPerSecond).toBeUndefined()
    for (let s = 1; s <= 10; s++) {
      rate.mark(s * 100, s * 1000)
    }
    expect(rate.bytesPerSecond).toBe(100)
    for (let s = 11; s <= 16; s++) {
      rate.mark(1000, s * 1000)
    }
    expect(rate.bytesPerSecond).toBe(0)
  })
})
