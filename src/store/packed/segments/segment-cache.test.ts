import { expect, it } from 'vitest'
import { multihashKey } from '../../../cid/hash/multihash-key.ts'
import { extentOf } from './extent.ts'
import { SegmentCache } from './segment-cache.ts'

const MIB = 1024 * 1024

function multihash (segment: number, i: number): Uint8Array {
  return new Uint8Array([0x12, 2, segment, i])
}

function fill (cache: SegmentCache, segment: number): void {
  const entries = Array.from(
    { length: 8 },
    (_, i) => ({ multihash: multihash(segment, i), extent: extentOf(i * MIB, MIB) })
  )
  cache.setHot(segment, 0, new Uint8Array(8 * MIB).fill(segment), entries)
}

it('caches 32 MiB of segments, the most recently read ones', () => {
  const cache = new SegmentCache()
  ;[1, 2, 3, 4].forEach((segment) => {
    fill(cache, segment)
  })
  expect(cache.hot(multihashKey(multihash(1, 3)))?.bytes[0]).toBe(1)
  fill(cache, 5)
  expect([1, 2, 3, 4, 5].filter((segment) => cache.isHot(segment))).toEqual([1, 3, 4, 5])
  expect(cache.hot(multihashKey(multihash(2, 3)))).toBeUndefined()
})

it('caches 64 Blob handles', () => {
  const cache = new SegmentCache()
  const blob = new Blob([])

  for (let segment = 1; segment <= 65; segment++) {
    cache.setHandle(segment, blob)
    cache.handle(1)
  }

  expect(cache.handle(1)).toBe(blob)
  expect(cache.handle(2)).toBeUndefined()
  expect(cache.handle(65)).toBe(blob)
})

it('prefetches the next segment once, when half of this one is read', () => {
  const cache = new SegmentCache()
  fill(cache, 1)
  expect([0, 2, 3, 4, 7].map((i) => cache.hot(multihashKey(multihash(1, i)))?.prefetch)).toEqual([
    false,
    false,
    true,
    false,
    false
  ])
})

it('detects sequential reads, across small gaps and segments', () => {
  const cache = new SegmentCache()
  expect(cache.advance(1, 0, 100)).toBe(false)
  expect(cache.advance(1, 100, 200)).toBe(true)
  expect(cache.advance(1, 10_000, 10_100)).toBe(true)
  expect(cache.advance(1, 5 * MIB, 5 * MIB + 100)).toBe(false)
  expect(cache.advance(2, 0, 100)).toBe(true)
  expect(cache.advance(7, 0, 100)).toBe(false)
})

it('forgets blocks and segments', () => {
  const cache = new SegmentCache()
  fill(cache, 1)
  fill(cache, 2)
  cache.forget([multihashKey(multihash(1, 0))])
  cache.forgetSegment(2)
  expect(cache.hot(multihashKey(multihash(1, 0)))).toBeUndefined()
  expect(cache.hot(multihashKey(multihash(1, 1)))?.segment).toBe(1)
  expect(cache.hot(multihashKey(multihash(2, 1)))).toBeUndefined()
})
