import { expect, it } from 'vitest'
import { readReceivedLink } from './received-link.ts'

const RELAY = '/ip4/127.0.0.1/tcp/4002/ws/p2p/12D3KooWA'

it('reads a link of an earlier version', () => {
  const address = `${RELAY}/p2p-circuit/webrtc/p2p/12D3KooWB`
  expect(readReceivedLink(`#${new URLSearchParams({ open: '/ipfs/bafyx?filename=a%20%26%20b.txt', at: address })}`))
    .toEqual({ path: '/ipfs/bafyx', name: 'a & b.txt', address })
  expect(readReceivedLink(`#${new URLSearchParams({ open: '/ipns/example.org/a b/c.txt', at: address })}`)).toEqual({
    path: '/ipns/example.org/a b/c.txt',
    name: 'c.txt',
    address
  })
  expect(readReceivedLink(`#${new URLSearchParams({ open: '/ipfs/bafyx', at: RELAY })}`)).toEqual({
    path: '/ipfs/bafyx',
    name: undefined,
    address: RELAY
  })
})

it.each([
  ['/ipns/k51x/', { path: '/ipns/k51x', entry: '/ipns/k51x/', name: undefined }],
  ['/ipfs/bafyx/a%20b/c.txt?filename=d#e', { path: '/ipfs/bafyx', entry: '/ipfs/bafyx/a b/c.txt', name: 'c.txt' }]
])('reads the address %j of the gateway', (visit, item) => {
  expect(readReceivedLink(`#${new URLSearchParams({ visit })}`)).toEqual({ ...item, opens: visit })
})

it.each([
  '',
  '#visit=/api/v0/id',
  '#visit=//elsewhere/ipfs/x',
  '#visit=/ipfs/x/../../api',
  '#visit=/ipfs/x/%252e%252e/%252E./api',
  '#visit=/ipfs/x\\..\\..\\api',
  '#',
  '#/s/',
  '#/s/hello',
  '#open=/ipfs/bafyx',
  '#open=/api/v0/x&at=/ip4/1.2.3.4',
  '#open=//elsewhere/ipfs/x&at=/ip4/1',
  '#open=/ipfs//x&at=/ip4/1',
  '#open=/ipfs/x/../../api&at=/ip4/1',
  '#open=/ipfs/x&at=javascript:1',
  `#open=/ipfs/x&at=/ip4/${'1'.repeat(5000)}`
])('%.40j is no link to a shared item', (fragment) => {
  expect(readReceivedLink(fragment)).toBeUndefined()
})
