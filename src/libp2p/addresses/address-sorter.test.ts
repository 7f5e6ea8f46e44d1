import { multiaddr } from '@multiformats/multiaddr'
import { expect, test } from 'vitest'
import { addressSorter } from './address-sorter.ts'

const ID = '12D3KooWJ6wGDbTAuNkUGFrvGh8Yv5KV8eMZEpNvjfw2kzYvTYWE'
const HASH = 'uEiBfUnCoTIXqm8EMWTFVCZbCGRR6d3_9jCSXQ5Ur8iBcmQ'

const WS = '/ip4/1.2.3.4/tcp/4001/ws'
const DIRECT = `/ip4/1.2.3.4/udp/4001/webrtc-direct/certhash/${HASH}`
const TRANSPORT = `/ip4/1.2.3.4/udp/4001/quic-v1/webtransport/certhash/${HASH}`
const THROUGH = `/ip4/1.2.3.4/tcp/4001/ws/p2p/${ID}/p2p-circuit`
const BROWSER = `${THROUGH}/webrtc`
const HERE = '/ip4/127.0.0.1/tcp/4001/ws'

const pages = {
  holds: (address: ReturnType<typeof multiaddr>) =>
    address.getComponents().some(({ name }) => name.startsWith('webrtc'))
}
const sortAddresses = (addresses: string[], certified: string[] = []): string[] =>
  addresses.map((text) => ({ multiaddr: multiaddr(text), isCertified: certified.includes(text) })).sort(
    addressSorter([pages])
  ).map(({ multiaddr }) => String(multiaddr))

test('addresses that need no page are first, then relays, then this machine', () => {
  expect(sortAddresses([HERE, THROUGH, BROWSER, DIRECT, TRANSPORT, WS])).toEqual([
    WS,
    TRANSPORT,
    DIRECT,
    BROWSER,
    THROUGH,
    HERE
  ])
})

test('a signed address is still after those that need no page', () => {
  expect(sortAddresses([WS, DIRECT, TRANSPORT], [DIRECT, TRANSPORT])).toEqual([TRANSPORT, WS, DIRECT])
})
