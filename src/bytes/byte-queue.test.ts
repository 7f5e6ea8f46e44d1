import { expect, it } from 'vitest'
import { inPieces } from '../testing/dag/car-fixtures.ts'
import { ByteQueue } from './byte-queue.ts'

const bytes = Uint8Array.from({ length: 5000 }, (_, i) => i % 251)

it('returns pieces of any length for any chunk boundaries', async () => {
  for (const lengths of [[1], [3, 700], [5000]]) {
    const queue = new ByteQueue(inPieces(bytes, lengths))
    let at = 0

    for (let count = 0; at + count <= bytes.length; at += count++) {
      expect(await queue.need(count)).toBe(true)
      expect(queue.take(count)).toEqual(bytes.subarray(at, at + count))
    }

    expect(await queue.need(bytes.length - at + 1)).toBe(false)
    expect(queue.available).toBe(bytes.length - at)
  }
})

it('looks ahead across chunks', async () => {
  const queue = new ByteQueue(inPieces(bytes, [2]))
  await queue.need(9)
  queue.take(1)
  expect(Array.from({ length: 8 }, (_, i) => queue.peek(i))).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(() => queue.peek(20)).toThrow(RangeError)
})

it('skips buffered and future bytes', async () => {
  const queue = new ByteQueue(inPieces(bytes, [7]))
  await queue.need(20)
  expect(await queue.skip(1000)).toBe(true)
  await queue.need(1)
  expect(queue.take(1)).toEqual(bytes.subarray(1000, 1001))
  expect(await queue.skip(5000)).toBe(false)
})

it('handles a million chunks of one byte in linear time', async () => {
  const queue = new ByteQueue(inPieces(new Uint8Array(1_000_000), [1]))
  await queue.need(1_000_000)
  expect(queue.take(1_000_000).length).toBe(1_000_000)
})
