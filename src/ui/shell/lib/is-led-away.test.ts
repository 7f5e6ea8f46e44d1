import { expect, it } from 'vitest'
import { isLedAway } from './is-led-away.ts'

it.each([
  ['https://node.example/ipfs/bafy/a?b', true],
  ['https://node.example/ipns/a.example', true],
  ['https://node.example/repo/ipfs/bafy', true],
  ['http://127.0.0.1:8080', true],
  ['http://localhost:8080/ipfs/bafy', true],
  ['http://bafy.ipfs.localhost:8080/', true],
  ['https://node.example/api/v0/id', false],
  ['https://node.example/ipfsx/a', false],
  ['https://tracker.example/a.js', false],
  ['inline', false],
  ['data', false],
  ['', false]
])('%s: %s', (blocked, isRedirected) => {
  expect(isLedAway(blocked, 'https://node.example')).toBe(isRedirected)
})
