import { expect, it } from 'vitest'
import { isLocalHost } from '../../http/headers/is-local-host.ts'
import { httpAddress } from './http-address.ts'

it.each([
  ['/dns4/example.com/tcp/443/tls/http', 'https://example.com'],
  ['/dns/example.com/tcp/8443/https', 'https://example.com:8443'],
  [
    '/dns/example.com/tcp/443/tls/sni/example.com/http/p2p/12D3KooWM8sovaEGU1bmiWGWAzvs47DEcXKZZTuJnpQyVTkRs2Vz',
    'https://example.com'
  ],
  ['/ip4/1.2.3.4/tcp/80/http', 'http://1.2.3.4'],
  ['/ip6/::1/tcp/8080/http', 'http://[::1]:8080'],
  ['/dns/example.com/tcp/443/https/http-path/%2Fa%2Fb', 'https://example.com/a/b'],
  ['/dns/example.com/tcp/443/tls/ws', undefined],
  ['/dns/example.com/udp/443/quic-v1/http', undefined],
  ['/ip4/1.2.3.4/tcp/4001/p2p/12D3KooWM8sovaEGU1bmiWGWAzvs47DEcXKZZTuJnpQyVTkRs2Vz/p2p-circuit/http', undefined],
  ['/dns/example.com/tcp/443/tls/sni/other.com/http', undefined],
  ['/dns/example.com/https', undefined],
  ['/dns/a@b/tcp/443/https', undefined],
  ['/dns/a%2fb/tcp/443/https', undefined],
  ['/dns/example.com/tcp/443x/https', undefined],
  ['/dns/example.com/tcp/443/https/http-path/%2F..%2Fapi', undefined],
  ['/dns/example.com/tcp/443/https/http-path/%3Fx', undefined],
  ['https://example.com', undefined],
  ['', undefined]
])('%s is converted to %s', (address, url) => {
  expect(httpAddress(address)).toBe(url)
})

it.each([
  ...[
    'localhost',
    'a.localhost',
    'printer.local',
    '127.0.0.1',
    '10.1.2.3',
    '192.168.0.1',
    '172.20.0.1',
    '169.254.1.1',
    '100.64.0.1',
    '0.0.0.0',
    '[::1]',
    '[::]',
    '[::ffff:7f00:1]',
    '[fe80::1]',
    '[fd00::1]'
  ].map((host) => [host, true] as const),
  ...['example.com', 'localhost.example.com', '1.1.1.1', '172.32.0.1', '100.128.0.1', '[2606:4700::1111]'].map((host) =>
    [host, false] as const
  )
])('%s is a local host: %s', (host, isLocal) => {
  // Normalized by URL.
  expect(isLocalHost(new URL(`http://${host}`).hostname)).toBe(isLocal)
})
