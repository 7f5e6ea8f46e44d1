import { describe, expect, it } from 'vitest'
import { chunkBytes, EMPTY_CHUNK, writeChunk } from './chunk.ts'

describe('chunk', () => {
  it('joins its pieces', () => {
    expect(chunkBytes({ parts: [Uint8Array.of(1), Uint8Array.of(2, 3)], length: 3 })).toEqual(Uint8Array.of(1, 2, 3))
    expect(chunkBytes(EMPTY_CHUNK)).toEqual(new Uint8Array(0))
  })

  it('copies its pieces in order', () => {
    const out = new Uint8Array(5)
    expect(writeChunk(out, 1, { parts: [Uint8Array.of(1), Uint8Array.of(2, 3)], length: 3 })).toBe(4)
    expect(out).toEqual(Uint8Array.of(0, 1, 2, 3, 0))
  })
})
