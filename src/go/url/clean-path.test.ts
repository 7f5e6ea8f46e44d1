import { expect, test } from 'vitest'
import { cleanPath } from './clean-path.ts'

test.each([
  ['', '.'],
  ['.', '.'],
  ['/', '/'],
  ['//', '/'],
  ['a', 'a'],
  ['a/', 'a'],
  ['a//b', 'a/b'],
  ['a/./b', 'a/b'],
  ['a/../b', 'b'],
  ['a/..', '.'],
  ['..', '..'],
  ['../..', '../..'],
  ['../a/..', '..'],
  ['/..', '/'],
  ['/../a', '/a'],
  ['/a/../../b', '/b'],
  ['a/.../b', 'a/.../b'],
  ['./a', 'a']
])('%j becomes %j', (path, cleaned) => {
  expect(cleanPath(path)).toBe(cleaned)
})
