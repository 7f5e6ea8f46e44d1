import { expect, test } from 'vitest'
import { muxPath } from './clean-path.ts'

test.each([
  ['', '/'],
  ['/', '/'],
  ['//', '/'],
  ['/a', '/a'],
  ['/a/', '/a/'],
  ['/a//', '/a/'],
  ['/a/.', '/a'],
  ['/a/b/..', '/a'],
  ['/a/b/../', '/a/'],
  ['/a/../..', '/'],
  ['/a/../../x', '/x']
])('%j becomes %j', (path, wanted) => {
  expect(muxPath(path)).toBe(wanted)
})
