import { expect, test } from 'vitest'
import { browserHosts } from './browser-hosts.ts'

test('returns the hosts that a browser may dial, without duplicates', () => {
  expect(browserHosts([
    { ID: 'a', Addrs: ['/dnsaddr/bootstrap.example'] },
    { ID: 'b', Addrs: ['/dnsaddr/bootstrap.example', '/ip4/192.0.2.1/tcp/4001', '/ip4/192.0.2.2/udp/4001/quic-v1'] },
    { ID: 'c', Addrs: ['/dns4/relay.example/tcp/443/tls/ws', '/ip4/192.0.2.3/udp/1/webrtc-direct'] },
    { ID: 'd', Addrs: [] }
  ])).toEqual(['bootstrap.example', 'relay.example', '192.0.2.3'])
})
