import { expect, test } from 'vitest'
import { homeOrigin } from './home-origin.ts'

test.each([
  ['http://bafy.ipfs.node.localhost:4173', 'http://node.localhost:4173'],
  ['https://k51.ipns.example.org', 'https://example.org'],
  ['https://docs.ipfs.tech.ipns.example.org', 'https://example.org'],
  ['http://node.localhost:4173', undefined],
  ['https://ipfs.example.org', undefined],
  ['https://bafy.ipfsx.example.org', undefined],
  ['null', undefined]
])('the home of %s is %s', (origin, home) => {
  expect(homeOrigin(origin)).toBe(home)
})
