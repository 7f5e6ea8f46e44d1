import { expect, it } from 'vitest'
import { relayOf } from './relay-of.ts'

it.each([
  ['/dns/relay.example/tcp/443/wss/p2p/RELAY/p2p-circuit/webrtc/p2p/ME', 'RELAY'],
  ['/ip4/1.2.3.4/tcp/1/ws/p2p/RELAY/p2p-circuit', 'RELAY'],
  ['/ip4/1.2.3.4/tcp/1/ws/p2p/PEER', undefined]
])('%s uses the relay %s', (address, relay) => {
  expect(relayOf(address)).toBe(relay)
})
