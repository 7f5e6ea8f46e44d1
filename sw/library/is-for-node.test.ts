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

it('requests to others are not for the node', () => {
  expect(isForNode('https://other.test/ipfs/bafkqaaa', 'http://app.test')).toBe(false)
})

it('root-absolute URLs in pages of content are for the node', () => {
  const asks = (path: string, referrer: string, method = 'GET'): boolean =>
    isForNode(`http://app.test${path}`, 'http://app.test', { method, referrer })
  expect(asks('/style.css', 'http://app.test/ipfs/bafkqaaa/a/')).toBe(true)
  expect(asks('/', 'http://app.test/ipns/k51')).toBe(true)
  expect(asks('/api/users', 'http://app.test/ipfs/bafkqaaa')).toBe(true)
  expect(asks('/style.css', 'http://app.test/page')).toBe(false)
  expect(asks('/style.css', 'http://other.test/ipfs/bafkqaaa/')).toBe(false)
  expect(asks('/style.css', '')).toBe(false)
  expect(asks('/form', 'http://app.test/ipfs/bafkqaaa/', 'POST')).toBe(false)
})
