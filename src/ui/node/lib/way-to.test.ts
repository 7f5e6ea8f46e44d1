import { expect, it } from 'vitest'
import { wayTo } from './way-to.ts'

const RELAY = '/ip4/127.0.0.1/tcp/4002/ws/p2p/12D3KooWA'

it.each([
  [`${RELAY}/p2p-circuit/webrtc/p2p/12D3KooWB`, 'WebRTC'],
  [`${RELAY}/p2p-circuit/p2p/12D3KooWB`, 'through a relay'],
  [RELAY, 'WebSocket'],
  ['/ip4/1.2.3.4/udp/1/quic-v1/webtransport/certhash/uA', 'WebTransport'],
  ['/ip4/1.2.3.4/tcp/1', 'TCP'],
  ['/memory/1', 'other']
])('%s is %s', (address, way) => {
  expect(wayTo(address)).toBe(way)
})
