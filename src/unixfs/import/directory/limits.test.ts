import { describe, expect, it } from 'vitest'
import { checkFanout, hamtFanout } from './limits.ts'

describe('directory limits', () => {
  it.each([0, 8, 16, 256, 1024, 2048])('accept a width of %d', (fanout) => {
    expect(() => {
      checkFanout(fanout)
    }).not.toThrow()
  })

  it.each([-8, 1, 4, 7, 12, 24])('reject a width of %d', (fanout) => {
    expect(() => {
      checkFanout(fanout)
    }).toThrow(
      expect.objectContaining({
        name: 'DirectoryError',
        message: `HAMT fanout must be a positive power of 2 and multiple of 8: ${fanout}`
      })
    )
  })

  it('compute the width of a HAMT', () => {
    expect(hamtFanout(0)).toBe(256)
    expect(hamtFanout(1024)).toBe(1024)
    expect(() => hamtFanout(2048)).toThrow('hamt width (2048) exceed maximum allowed (1024)')
  })
})
