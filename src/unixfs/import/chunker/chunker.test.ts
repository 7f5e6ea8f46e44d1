import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { xorshift } from '../../../testing/replay/golden-body.ts'
import { chunkBytes } from './chunk.ts'
import type { Chunk } from './chunk.ts'
import { createChunker } from './create-chunker.ts'
import type { ChunkerSpec } from './parse-chunker.ts'

const SPECS: ChunkerSpec[] = [
  { kind: 'size', size: 1 },
  { kind: 'size', size: 7 },
  { kind: 'size', size: 1000 },
  { kind: 'rabin', min: 16, avg: 32, max: 48 },
  { kind: 'rabin', min: 100, avg: 128, max: 1000 },
  { kind: 'rabin', min: 10, avg: 32, max: 48 },
  { kind: 'buzhash' }
]

function chunkPieces (spec: ChunkerSpec, pieces: Uint8Array[]): Chunk[] {
  const chunker = createChunker(spec)
  const chunks = pieces.flatMap((piece) => [...chunker.push(piece)])
  const last = chunker.end()
  return last == null ? chunks : [...chunks, last]
}

function split (bytes: Uint8Array, at: number[]): Uint8Array[] {
  const ends = [...new Set(at.map((n) => n % (bytes.length + 1)))].sort((a, b) => a - b)
  return [...ends, bytes.length].map((end, i) => bytes.subarray(i === 0 ? 0 : ends[i - 1], end))
}

describe('Chunker', () => {
  it.each(SPECS)('cuts with %o the same for any input boundaries', (spec) => {
    const bytes = xorshift(3, spec.kind === 'buzhash' ? 700_000 : 3000)
    const whole = chunkPieces(spec, [bytes])

    expect(Buffer.concat(whole.map(chunkBytes)).equals(bytes)).toBe(true)

    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 20 }), (at) => {
        const chunks = chunkPieces(spec, split(bytes, at))
        expect(chunks.map(({ length }) => length)).toEqual(whole.map(({ length }) => length))
        expect(Buffer.concat(chunks.map(chunkBytes)).equals(bytes)).toBe(true)
      }),
      { numRuns: spec.kind === 'buzhash' ? 10 : 100 }
    )
  })

  it('does not copy a contiguous chunk', () => {
    const bytes = xorshift(1, 100)
    const chunks = chunkPieces({ kind: 'size', size: 30 }, [bytes])

    expect(chunks.map(({ length }) => length)).toEqual([30, 30, 30, 10])
    expect(chunks.every((chunk) => chunkBytes(chunk).buffer === bytes.buffer)).toBe(true)
  })

  it('respects the limits of rabin', () => {
    const lengths = chunkPieces({ kind: 'rabin', min: 100, avg: 128, max: 400 }, [xorshift(7, 100_000)]).map((
      { length }
    ) => length)

    expect(Math.min(...lengths.slice(0, -1))).toBeGreaterThanOrEqual(100)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(400)
  })

  it('yields no chunk for no input', () => {
    for (const spec of SPECS) {
      expect(chunkPieces(spec, [])).toEqual([])
      expect(chunkPieces(spec, [new Uint8Array(0)])).toEqual([])
    }
  })

  it('reports how much of a chunk is buffered', () => {
    const chunker = createChunker({ kind: 'size', size: 30 })
    expect([...chunker.push(new Uint8Array(70))]).toHaveLength(2)
    expect(chunker.pending).toBe(10)
    chunker.end()
    expect(chunker.pending).toBe(0)
  })
})
