import { expect, it } from 'vitest'
import { stayHere } from './stay-here.ts'

it.each([
  ['/ipfs/bafy', '/ipfs/bafy?x-ipfs-companion-no-redirect'],
  ['/ipfs/bafy/', '/ipfs/bafy/?x-ipfs-companion-no-redirect'],
  ['/ipfs/bafy?filename=a%20b', '/ipfs/bafy?filename=a%20b&x-ipfs-companion-no-redirect'],
  ['/ipns/a.example/b#c?d', '/ipns/a.example/b?x-ipfs-companion-no-redirect#c?d']
])('%s', (url, expected) => {
  expect(stayHere(url)).toBe(expected)
})
