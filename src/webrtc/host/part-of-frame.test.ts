import { expect, test } from 'vitest'
import { PartOfFrame } from './part-of-frame.ts'

const PIECE = 256

function after (...messages: number[][]): number {
  const part = new PartOfFrame()
  messages.forEach((message) => {
    part.push(Uint8Array.from(message).buffer)
  })
  return part.bytes
}

const frame = (bytes: number): number[] =>
  bytes < 128
    ? [bytes, ...new Array<number>(bytes).fill(7)]
    : [(bytes & 127) | 128, bytes >> 7, ...new Array<number>(bytes).fill(7)]

test('complete frames use no memory, for any message boundaries', () => {
  expect(after()).toBe(0)
  expect(after([0])).toBe(0)
  expect(after(frame(5))).toBe(0)
  expect(after([...frame(3000), ...frame(0), ...frame(5)])).toBe(0)
  expect(after(...frame(300).map((byte) => [byte]))).toBe(0)
  expect(after(frame(3000).slice(0, 2), frame(3000).slice(2))).toBe(0)
})

test('an incomplete frame uses the memory of its bytes, with the rest of its message', () => {
  expect(after([130])).toBe(PIECE + 1)
  expect(after([130, 1])).toBe(PIECE + 2)
  expect(after(frame(3000).slice(0, 1000))).toBe(PIECE + 1000)
  expect(after(...frame(3000).slice(0, 100).map((byte) => [byte]))).toBe(100 * (PIECE + 1))
  expect(after(frame(3000).slice(0, 1000), [...frame(3000).slice(1000), 9, 1])).toBe(PIECE + 2004)
  expect(after(frame(3000).slice(0, 1000), [...frame(3000).slice(1000), 9, 1], [1, 1])).toBe(PIECE + 2004 + PIECE + 2)
})

test('a frame above the maximum length is not awaited', () => {
  expect(after([0xff, 0xff, 0xff, 0x7f], [1, 2, 3])).toBe(0)
  expect(after([0x80, 0x80, 0x80], [0x80, 0x80, 0x80], new Array<number>(1000).fill(0x80))).toBe(0)
})
