import { expect, it } from 'vitest'
import { RecentMap } from './recent-map.ts'

const keysOf = (map: { has: (key: string) => boolean }, keys = 'abcdef'): string =>
  [...keys].filter((key) => map.has(key)).join('')

it('evicts the least recently used entry', () => {
  const map = new RecentMap<string, number>({ max: 3 })
  map.set('a', 1)
  map.set('b', 2)
  map.set('c', 3)
  expect(map.get('a')).toBe(1)
  map.set('d', 4)
  expect(keysOf(map)).toBe('acd')
  expect([...map.values()]).toEqual([3, 1, 4])
  map.set('c', 5)
  map.set('e', 6)
  expect(keysOf(map)).toBe('cde')
  expect([map.get('a'), map.get('c'), map.size]).toEqual([undefined, 5, 3])
})

it('can be read without marking the entry as used', () => {
  const map = new RecentMap<string, number>({ max: 2 })
  map.set('a', 1)
  map.set('b', 2)
  expect([map.peek('a'), map.peek('c')]).toEqual([1, undefined])
  map.set('c', 3)
  expect(keysOf(map)).toBe('bc')
})

it('counts the sizes of its values, and evicts as many as needed', () => {
  const map = new RecentMap<string, string>({ max: 10, sizeOf: ({ length }) => length })
  map.set('a', '4444')
  map.set('b', '333')
  map.set('c', '22')
  map.set('d', '88888888')
  expect(keysOf(map)).toBe('cd')
  map.set('d', '1')
  map.set('e', '7777777')
  expect(keysOf(map)).toBe('cde')
  expect(map.delete('e')).toBe(true)
  expect(map.delete('e')).toBe(false)
  map.set('f', '7777777')
  expect(keysOf(map)).toBe('cdf')
})

it('stores no value above the size limit, and drops the previous value of its key', () => {
  const map = new RecentMap<string, string>({ max: 4, sizeOf: ({ length }) => length })
  map.set('a', '22')
  map.set('b', '22')
  map.set('c', '55555')
  expect(keysOf(map)).toBe('ab')
  map.set('a', '55555')
  expect(keysOf(map)).toBe('b')
  map.set('c', '22')
  expect(keysOf(map)).toBe('bc')
})

it('stores undefined as a value', () => {
  const map = new RecentMap<string, undefined>({ max: 2 })
  map.set('a', undefined)
  map.set('b', undefined)
  map.get('a')
  map.set('c', undefined)
  expect(keysOf(map)).toBe('ac')
  expect(map.delete('a')).toBe(true)
  map.set('d', undefined)
  expect(keysOf(map)).toBe('cd')
})

it('is empty after clear, with its full capacity', () => {
  const map = new RecentMap<string, number>({ max: 2 })
  map.set('a', 1)
  map.set('b', 2)
  map.clear()
  expect(map.size).toBe(0)
  map.set('c', 3)
  map.set('d', 4)
  expect(keysOf(map)).toBe('cd')
})

it('creates missing values, and evicts the least recently requested', () => {
  const map = new RecentMap<string, number>({ max: 2 })
  expect([map.getOrMake('a', () => 1), map.getOrMake('b', () => 2), map.getOrMake('a', () => 3)]).toEqual([1, 2, 1])
  map.getOrMake('c', () => 4)
  expect(keysOf(map)).toBe('ac')
})
