import { expect, it } from 'vitest'
import { LazySwarm } from '../lazy-swarm.ts'
import type { Swarm } from '../swarm.ts'
import { usesDht } from './get-dht.ts'

it.each([
  ['auto', true, true],
  [null, true, true],
  ['dhtclient', true, true],
  ['delegated', true, false],
  ['none', true, false],
  ['auto', false, false]
])('with Routing.Type %s, a peer (%s) uses the DHT: %s', (type, isPeer, asks) => {
  const swarm = isPeer ? new LazySwarm(async () => ({} as Swarm)) : undefined
  expect(usesDht({ config: { get: <T>() => type as T }, swarm })).toBe(asks)
})
