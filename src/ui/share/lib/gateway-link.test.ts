import { expect, test } from 'vitest'
import { gatewayLink } from './gateway-link.ts'

test.each([
  ['https://dweb.link', 'https://dweb.link/ipfs/a?filename=b'],
  [' ipfs.io/ ', 'https://ipfs.io/ipfs/a?filename=b'],
  ['http://127.0.0.1:8080/ipfs/', 'http://127.0.0.1:8080/ipfs/a?filename=b'],
  ['https://example.org/gate?x#y', 'https://example.org/gate/ipfs/a?filename=b'],
  ['', undefined],
  ['javascript:alert(1)', undefined],
  ['ftp://a', undefined],
  ['https://', undefined]
])('%s becomes %s', (gateway, expected) => {
  expect(gatewayLink(gateway, '/ipfs/a?filename=b')).toBe(expected)
})
