import fc from 'fast-check'
import { expect, it } from 'vitest'
import { leafBlock } from '../../testing/store/store-fixtures.ts'
import { contentLength, headLength, isLeafOf, leafContent, leafOf } from './leaf-frame.ts'

const lengths = fc.oneof(
  fc.integer({ min: 1, max: 300 }),
  fc.integer({ min: 16_300, max: 16_500 }),
  fc.constantFrom(262_144, 1_048_576, 2_097_139, 2_097_151, 2_097_152)
)

it('builds the same leaves as the importer, and finds the content in them', () => {
  fc.assert(fc.property(lengths, (length) => {
    const content = new Uint8Array(length).fill(length)
    const { bytes } = leafBlock(content)
    expect(Buffer.compare(leafOf(content), bytes)).toBe(0)
    expect(isLeafOf(bytes, content)).toBe(true)
    expect(contentLength(bytes.length)).toBe(length)
    expect(Buffer.compare(bytes.subarray(headLength(length), headLength(length) + length), content)).toBe(0)
    expect(Buffer.compare(leafContent(bytes)!, content)).toBe(0)
  }))
})

it('rejects other nodes: of another length, of another type, with a mode', () => {
  const content = new Uint8Array(1000)
  const { bytes } = leafBlock(content)
  const raw = bytes.slice()
  raw[4] = 0
  expect(raw).not.toEqual(bytes)
  expect(isLeafOf(raw, content)).toBe(false)
  expect(isLeafOf(bytes, content.subarray(1))).toBe(false)
  expect(isLeafOf(content, content)).toBe(false)
  expect(isLeafOf(Uint8Array.of(...bytes, 0x38, 1), content)).toBe(false)
  const others = [
    raw,
    content,
    Uint8Array.of(...bytes, 0x38, 1),
    bytes.subarray(1),
    bytes.subarray(0, -1),
    new Uint8Array(0),
    Uint8Array.of(0x0a)
  ]
  others.forEach((other) => {
    expect(leafContent(other)).toBe(undefined)
  })
})
