import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import type { DecodedSourceMap } from '@jridgewell/trace-mapping'
import { expect, it } from 'vitest'
import { composeMaps } from './compose-maps.mjs'

it('joins the source maps of two steps', () => {
  const first: DecodedSourceMap = {
    version: 3,
    sources: ['a.ts', 'b.ts'],
    names: ['long'],
    // Columns 0 and 5 come from line 1 of a.ts and line 2 of b.ts; column 9 has no source.
    mappings: [[[0, 0, 0, 0], [5, 1, 1, 3, 0], [9]]]
  }
  const second: DecodedSourceMap = {
    version: 3,
    sources: ['x.js'],
    names: [],
    mappings: [[[0, 0, 0, 5], [2, 0, 0, 0], [4, 0, 0, 9], [6]]]
  }
  const joined = composeMaps(second, first)
  const trace = new TraceMap(joined)
  const at = (column: number): unknown => originalPositionFor(trace, { line: 1, column })

  expect(joined).toMatchObject({ version: 3, sources: ['a.ts', 'b.ts'], names: ['long'], mappings: expect.any(String) })
  expect(at(0)).toEqual({ source: 'b.ts', line: 2, column: 3, name: 'long' })
  expect(at(2)).toEqual({ source: 'a.ts', line: 1, column: 0, name: null })
  expect([at(4), at(6)]).toEqual(Array(2).fill({ source: null, line: null, column: null, name: null }))
})
