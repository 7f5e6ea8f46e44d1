import { expect, it } from 'vitest'
import { isForNode } from './is-for-node.ts'

it.each([
  ['/api/v0/id?arg=a', true],
  ['/ipfs/bafkqaaa', true],
  ['/ipns/k51/a', true],
  ['/api/users', false],
  ['/api/v01', false],
  ['/', false],
  ['/app/ipfs/a', false]
])('%s: %s', (path, expected) => {
  expect(isForNode(`http://app.test${path}`, 'http://app.test')).toBe(expected)
})

it('is not what others answer', () => {
  expect(isForNode('https://other.test/ipfs/bafkqaaa', 'http://app.test')).toBe(false)
})
