import { expect, it } from 'vitest'
import { readOwnNetwork } from './own-network.ts'

it('parses relays and routers, and skips malformed ones', () => {
  expect(
    readOwnNetwork({
      relays: ['/ip4/127.0.0.1/tcp/1/ws/p2p/x', 7],
      routers: ['http://127.0.0.1:1/', 'ftp://x', 'nowhere']
    })
  )
    .toEqual({ relays: ['/ip4/127.0.0.1/tcp/1/ws/p2p/x'], routers: ['http://127.0.0.1:1'] })
})

it('parses the ID that changes when routers lose their records', () => {
  expect([{ memory: 'a' }, { memory: 7 }].map(readOwnNetwork)).toEqual([{ relays: [], routers: [], memory: 'a' }, {
    relays: [],
    routers: []
  }])
})

it.each([undefined, null, 'text', [], { relays: {} }])('returns none for %j', (value) => {
  expect(readOwnNetwork(value)).toEqual({ relays: [], routers: [] })
})
