import { describe, expect, it } from 'vitest'
import { parseChunker } from './parse-chunker.ts'
import type { ChunkerSpec } from './parse-chunker.ts'

const GOOD: Array<[string, ChunkerSpec]> = [
  ['', { kind: 'size', size: 262144 }],
  ['default', { kind: 'size', size: 262144 }],
  ['size-1', { kind: 'size', size: 1 }],
  ['size-+5', { kind: 'size', size: 5 }],
  ['size-5-7', { kind: 'size', size: 5 }],
  ['size-2096896', { kind: 'size', size: 2096896 }],
  ['rabin', { kind: 'rabin', min: 87381, avg: 262144, max: 393216 }],
  ['rabinfoo', { kind: 'rabin', min: 87381, avg: 262144, max: 393216 }],
  ['rabin-48', { kind: 'rabin', min: 16, avg: 48, max: 72 }],
  ['rabin-1', { kind: 'rabin', min: 0, avg: 1, max: 1 }],
  ['rabin-1397931', { kind: 'rabin', min: 465977, avg: 1397931, max: 2096896 }],
  ['rabin-16-20-24', { kind: 'rabin', min: 16, avg: 20, max: 24 }],
  ['rabin-min:16-avg:20-max:24', { kind: 'rabin', min: 16, avg: 20, max: 24 }],
  ['buzhash', { kind: 'buzhash' }]
]

// the responses of Kubo 0.40.0
const BAD: Array<[string, string]> = [
  ['nosuch', 'unrecognized chunker option: nosuch'],
  ['buzhash-1', 'unrecognized chunker option: buzhash-1'],
  ['size-0', 'chunker size must be greater than 0'],
  ['size--1', 'strconv.Atoi: parsing "": invalid syntax'],
  ['size-x', 'strconv.Atoi: parsing "x": invalid syntax'],
  ['size-1_0', 'strconv.Atoi: parsing "1_0": invalid syntax'],
  ['size-0x10', 'strconv.Atoi: parsing "0x10": invalid syntax'],
  ['size-€"', 'strconv.Atoi: parsing "€\\"": invalid syntax'],
  ['size-99999999999999999999', 'strconv.Atoi: parsing "99999999999999999999": value out of range'],
  ['size-2096897', 'chunker parameters may not exceed the maximum chunk size of 2096896'],
  ['rabin-', 'strconv.Atoi: parsing "": invalid syntax'],
  ['rabin-1397932', 'chunker parameters may not exceed the maximum chunk size of 2096896'],
  ['rabin-16-24', "incorrect format (expected 'rabin' 'rabin-[avg]' or 'rabin-[min]-[avg]-[max]'"],
  ['rabin-10-5-3', 'rabin min must be greater than 16'],
  ['rabin-a-b-c', 'strconv.Atoi: parsing "a": invalid syntax'],
  ['rabin-x:16-20-24', 'first label must be min'],
  ['rabin-16-a:20-24', 'second label must be avg'],
  ['rabin-16-20-b:24', 'final label must be max'],
  ['rabin-16-16-24', 'incorrect format: rabin-min must be smaller than rabin-avg'],
  ['rabin-16-24-24', 'incorrect format: rabin-avg must be smaller than rabin-max'],
  ['rabin-16-20-2096897', 'chunker parameters may not exceed the maximum chunk size of 2096896']
]

describe('parseChunker', () => {
  it.each(GOOD)('parses %j', (text, spec) => {
    expect(parseChunker(text)).toEqual(spec)
  })

  it.each(BAD)('rejects %j like Kubo', (text, message) => {
    expect(() => parseChunker(text)).toThrow(expect.objectContaining({ name: 'ChunkerError', message }))
  })
})
