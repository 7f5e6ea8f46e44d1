import { describe, expect, it } from 'vitest'
import { freeName } from './free-name.ts'

describe('a used name', () => {
  it.each([['a.txt', ['a.txt'], 'a (2).txt'], ['a.txt', ['a.txt', 'a (2).txt'], 'a (3).txt'], [
    '.hidden',
    ['.hidden'],
    '.hidden (2)'
  ], ['b', ['a'], 'b']])('%s next to %j becomes %s', (name, taken, free) => {
    const names = new Set(taken)
    expect(freeName(name, names)).toBe(free)
    expect([...names]).toEqual([...taken, free])
  })
})
