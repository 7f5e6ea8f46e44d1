import { expect, it } from 'vitest'
import { reachOf } from './reach.ts'
import type { ReachFacts } from './reach.ts'

const RELAYED = '/dns4/a/tcp/443/wss/p2p/12D3a/p2p-circuit/webrtc/p2p/12D3b'
const FINE: ReachFacts = { isOff: false, isOnline: true, isPeer: true, addresses: [RELAYED] }

it.each<[Partial<ReachFacts>, ReturnType<typeof reachOf>]>([
  [{}, 'reachable'],
  [{ addresses: [] }, 'no-relay'],
  [{ addresses: [], isPeer: false }, 'alone'],
  [{ addresses: [], isPeer: undefined, isOff: undefined }, 'unknown'],
  [{ isOff: true }, 'off'],
  [{ isOnline: false }, 'offline']
])('%j is %s', (facts, reach) => {
  expect(reachOf({ ...FINE, ...facts })).toBe(reach)
})
