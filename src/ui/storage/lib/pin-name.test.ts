import { describe, expect, it } from 'vitest'
import { pinName } from './pin-name.ts'

describe('pinName', () => {
  it("keeps names within Kubo's limit, and truncates others at a character", () => {
    expect(pinName('ü'.repeat(127))).toBe('ü'.repeat(127))
    const cut = pinName('😀'.repeat(100))
    expect(cut).toBe('😀'.repeat(63) + '…')
    expect(new TextEncoder().encode(cut).length).toBeLessThanOrEqual(255)
  })
})
