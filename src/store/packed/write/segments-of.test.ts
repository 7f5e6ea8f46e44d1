import { expect, it } from 'vitest'
import { BLOB_MIN_BYTES, SEGMENT_MAX_BYTES } from '../schema/schema.ts'
import { segmentsOf } from './segments-of.ts'
import type { PendingBlock } from './write-group.ts'

const KIB = 1024

function block (size: number): PendingBlock {
  return { multihash: new Uint8Array(), bytes: new Uint8Array(size), plain: true, sessions: new Set() }
}

function sizes (blocks: number[], blobs = true): Array<[Blob | undefined, number]> {
  return segmentsOf(blocks.map(block), { blobs }).map(({ blocks, content }) => [content instanceof Blob ? content : undefined, blocks.reduce((sum, { bytes }) => sum + bytes.byteLength, 0)])
}

it('divides what is large, in order', () => {
  const blocks = Array.from({ length: 32 }, (_, i) => block(256 * KIB - i))
  const segments = segmentsOf(blocks, { blobs: true })
  expect(segments.length).toBe(4)
  expect(segments.flatMap((segment) => segment.blocks)).toEqual(blocks)
  for (const { content } of segments) expect((content as Blob).size).toBeLessThanOrEqual(SEGMENT_MAX_BYTES)
})

it('leaves no rest that is too small for a Blob', () => {
  expect(sizes([...Array<number>(8).fill(256 * KIB), 256 * KIB]).map(([, size]) => size)).toEqual([SEGMENT_MAX_BYTES + 256 * KIB])
  expect(sizes([...Array<number>(8).fill(256 * KIB), BLOB_MIN_BYTES]).map(([, size]) => size)).toEqual([SEGMENT_MAX_BYTES, BLOB_MIN_BYTES])
})

it('makes no Blob of little, none where the database keeps none, and nothing of nothing', () => {
  expect(sizes([100 * KIB])).toEqual([[undefined, 100 * KIB]])
  expect(sizes(Array<number>(20).fill(256 * KIB), false)).toEqual([[undefined, 20 * 256 * KIB]])
  expect(sizes([])).toEqual([])
})

it('takes a block that is larger than a segment', () => {
  expect(sizes([3 * SEGMENT_MAX_BYTES, 256 * KIB, SEGMENT_MAX_BYTES]).map(([, size]) => size)).toEqual([3 * SEGMENT_MAX_BYTES, 256 * KIB + SEGMENT_MAX_BYTES])
})
