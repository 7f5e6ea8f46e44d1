import { multiaddr } from '@multiformats/multiaddr'
import { expect, it } from 'vitest'
import { addressGroup } from './door/address-group.ts'
import { peerAddress } from './socket/peer-address.ts'
import { socketUrl } from './socket/socket-url.ts'

const PEER = '12D3KooWGBfKT1pSt7DZJMXqXLGDVWWmEwvAgxCbmdBHXEFN3AzN'

it.each([
  ['https://node.example', '/dns/node.example/tcp/443/wss'],
  ['https://node.example:8443', '/dns/node.example/tcp/8443/wss'],
  ['http://127.0.0.1:8787', '/ip4/127.0.0.1/tcp/8787/ws'],
  ['http://[::1]:8787', '/ip6/::1/tcp/8787/ws'],
  ['ftp://node.example', undefined],
  ['node.example', undefined],
  ['', undefined]
])('peers reach %s at %s', (origin, address) => {
  expect(peerAddress(origin)).toBe(address)
})

it.each([
  ['/dns/node.example/tcp/443/wss', 'https://node.example:443/'],
  [`/dns4/node.example/tcp/443/tls/ws/p2p/${PEER}`, 'https://node.example:443/'],
  [`/dns4/node.example/tcp/443/tls/sni/node.example/ws/p2p/${PEER}`, 'https://node.example:443/'],
  ['/ip6/::1/tcp/4002/ws', 'http://[::1]:4002/'],
  ['/ip4/127.0.0.1/tcp/4001', undefined],
  ['/ip4/127.0.0.1/udp/4001/quic-v1', undefined],
  [`/dns/node.example/tcp/443/wss/p2p/${PEER}/p2p-circuit/p2p/${PEER}`, undefined]
])('%s is dialed at %s', (address, url) => {
  expect(socketUrl(multiaddr(address))).toBe(url)
})

it('groups the addresses of one owner, and does not group loopback', () => {
  expect(addressGroup('2001:db8::1')).toBe(addressGroup('2001:db8:0:0:ffff::2'))
  expect(addressGroup('2001:db8::1')).not.toBe(addressGroup('2001:db8:0:1::1'))
  expect(addressGroup('198.51.100.7')).not.toBe(addressGroup('198.51.100.8'))
  expect([addressGroup('127.0.0.1'), addressGroup('::1')]).toEqual([undefined, undefined])
})
