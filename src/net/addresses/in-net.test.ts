import { multiaddr } from '@multiformats/multiaddr'
import { expect, test } from 'vitest'
import { isInNet } from './in-net.ts'

test.each([
  ['/ip4/192.168.7.1/tcp/1', '/ip4/192.168.0.0/ipcidr/16', true],
  ['/ip4/192.169.7.1/tcp/1', '/ip4/192.168.0.0/ipcidr/16', false],
  ['/ip4/10.1.255.1/udp/1/quic-v1', '/ip4/10.1.128.0/ipcidr/17', true],
  ['/ip4/10.1.127.1/tcp/1', '/ip4/10.1.128.0/ipcidr/17', false],
  ['/ip4/1.2.3.4/tcp/1', '/ip4/0.0.0.0/ipcidr/0', true],
  ['/ip6/fc00::1/tcp/1', '/ip6/fc00::/ipcidr/7', true],
  ['/ip6/fe80::1/tcp/1', '/ip6/fc00::/ipcidr/7', false],
  ['/ip6/::1/tcp/1', '/ip4/0.0.0.0/ipcidr/0', false],
  ['/dns4/example.com/tcp/1', '/ip4/0.0.0.0/ipcidr/0', false]
])('%s in %s: %s', (address, net, is) => {
  expect(isInNet(multiaddr(address), net)).toBe(is)
})
