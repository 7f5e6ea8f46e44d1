import { multiaddr } from '@multiformats/multiaddr'
import { expect, test } from 'vitest'
import { undialableInBrowser } from './undialable-in-browser.ts'

const RELAY = '/p2p/12D3KooWRL9VfRA6zNzYPGG7p9Gm2YsDHUobNU55oiiLMZGKZVDj/p2p-circuit'

test.each([
  ['/ip4/192.0.2.1/tcp/1/ws', true, 'plain ws from https: not allowed by the browser'],
  ['/dns4/example.com/tcp/1/ws', true, 'plain ws from https: not allowed by the browser'],
  [`/ip4/192.0.2.1/tcp/1/ws${RELAY}`, true, 'plain ws from https: not allowed by the browser'],
  ['/ip4/192.0.2.1/tcp/1/ws', false, undefined],
  ['/ip4/127.0.0.1/tcp/1/ws', true, undefined],
  ['/dns4/node.localhost/tcp/1/ws', true, undefined],
  ['/dns4/example.com/tcp/443/tls/ws', true, undefined],
  ['/ip4/192.0.2.1/udp/1/quic-v1/webtransport', true, undefined]
])('checks %s on an https page (%s)', (address, isSecure, reason) => {
  expect(undialableInBrowser(multiaddr(address), { isSecure, hasWebTransport: true })).toBe(reason)
})

test('reports a browser without WebTransport', () => {
  expect(
    undialableInBrowser(multiaddr('/ip4/192.0.2.1/udp/1/quic-v1/webtransport'), {
      isSecure: true,
      hasWebTransport: false
    })
  ).toBe('WebTransport: this browser does not have it')
})
