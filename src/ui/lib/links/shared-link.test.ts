import { expect, it } from 'vitest'
import { goesWithPage, readSharedLink, sharedLink } from './shared-link.ts'

const RELAY = '/ip4/127.0.0.1/tcp/4002/ws/p2p/12D3KooWA'

it("a shared link contains the content and the sender's address", () => {
  const shared = { path: '/ipfs/bafyx?filename=a%20%26%20b.txt', address: `${RELAY}/p2p-circuit/webrtc/p2p/12D3KooWB` }
  const link = new URL(sharedLink('https://node.example', shared))
  expect(link.origin + link.pathname).toBe('https://node.example/')
  expect(readSharedLink(link.hash)).toEqual(shared)
})

it.each([
  '',
  '#',
  '#open=/ipfs/bafyx',
  '#open=/api/v0/x&at=/ip4/1.2.3.4',
  '#open=//elsewhere/ipfs/x&at=/ip4/1',
  '#open=/ipfs//x&at=/ip4/1',
  '#open=/ipfs/x&at=javascript:1'
])('%j is no shared link', (fragment) => {
  expect(readSharedLink(fragment)).toBeUndefined()
})

it.each([
  ['/dns4/relay.test/tcp/443/wss/p2p/12D3KooWGBfKT1pSt7DZJMXqXLGDVWWmEwvAgxCbmdBHXEFN3AzN/p2p-circuit/webrtc', true],
  ['/ip4/1.2.3.4/udp/4001/webrtc-direct/certhash/uEiA', true],
  ['/ip4/1.2.3.4/udp/4001/quic-v1/webtransport/certhash/uEiA', false],
  ['/dns4/webrtc.test/tcp/443/wss', false]
])('the connection to a node at %s ends with its page: %s', (address, expected) => {
  expect(goesWithPage({ address })).toBe(expected)
})
