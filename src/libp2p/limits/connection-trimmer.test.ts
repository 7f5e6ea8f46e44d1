import type { Connection, Libp2p } from '@libp2p/interface'
import { expect, test } from 'vitest'
import { ConnectionTrimmer } from './connection-trimmer.ts'
import type { ConnectionTrimmerInit } from './connection-trimmer.ts'

interface Peer {
  name: string
  ageMs?: number
  inbound?: boolean
  streams?: number
  value?: number
}

const LATER = { lowWater: 2, highWater: 4, graceMs: 1000, periodMs: 10_000 }

/** Returns the connections that one trim closes, sorted. */
async function closed (peers: Peer[], init: Partial<ConnectionTrimmerInit> = {}): Promise<string[]> {
  const gone: string[] = []

  const connections = peers.map(({ name, ageMs = 60_000, inbound = false, streams = 1 }) =>
    ({
      remotePeer: name,
      direction: inbound ? 'inbound' : 'outbound',
      timeline: { open: Date.now() - ageMs },
      streams: Array.from({ length: streams }),
      close: async () => {
        gone.push(name)
      }
    }) as unknown as Connection
  )

  const libp2p = {
    getConnections: () => connections,
    peerStore: {
      get: async (id: unknown) => ({
        tags: new Map([['tag', { value: peers.find(({ name }) => name === id)?.value ?? 0 }]])
      })
    }
  } as unknown as Libp2p

  await new ConnectionTrimmer({ ...LATER, libp2p, isProtected: () => false, ...init }).trim()
  return gone.sort()
}

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => ({ name }))

test('nothing is closed below the high water mark, and at it all but the low water mark', async () => {
  expect(await closed([a, b, c])).toEqual([])
  expect(await closed([a, b, c, d])).toHaveLength(2)
})

test('the least useful are closed first: untagged, idle, inbound, with few streams', async () => {
  expect(await closed([{ ...a, value: 1 }, { ...b, value: 2, streams: 0 }, c, d])).toEqual(['c', 'd'])
  expect(await closed([a, { ...b, streams: 0 }, c, { ...d, streams: 0 }])).toEqual(['b', 'd'])
  expect(await closed([{ ...a, inbound: true }, b, c, { ...d, inbound: true, streams: 9 }])).toEqual(['a', 'd'])
  expect(await closed([{ ...a, streams: 3 }, { ...b, streams: 1 }, { ...c, streams: 2 }, { ...d, streams: 4 }]))
    .toEqual(['b', 'c'])
})

test('connections within the grace period stay and do not count', async () => {
  const young = { ageMs: 500, inbound: true, streams: 0 }
  expect(await closed([{ ...a, ...young }, { ...b, ...young }, c, { ...d, inbound: true }, { name: 'e' }])).toEqual([
    'd'
  ])
  expect(await closed([{ ...a, ...young }, { ...b, ...young }, { ...c, ...young }, d])).toEqual([])
})

test('those of protected peers stay and do not count', async () => {
  expect(await closed([a, b, c, d], { isProtected: (peer) => peer < 'c' })).toEqual([])
  expect(await closed([a, b, c, d], { isProtected: (peer) => peer === 'a' })).toHaveLength(1)
})

test('all connections of a peer are closed together', async () => {
  expect(await closed([{ ...a, streams: 0 }, { ...a, streams: 0 }, b, c])).toEqual(['a', 'a'])
})

test.each(['lowWater', 'highWater'])('nothing is closed with a %s of 0', async (mark) => {
  expect(await closed([a, b, c, d], { [mark]: 0 })).toEqual([])
})
