import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Logs } from '../../log/logs.ts'
import type { PeerAddresses } from '../../net/addresses/peer-addresses.ts'
import { PeeringService } from './peering-service.ts'

const HOUR_MS = 3_600_000

let isAway: boolean
let called: string[]
let connected: Set<string>
let keeper: PeeringService
let logs: Logs

beforeEach(() => {
  vi.useFakeTimers()
  isAway = true
  called = []
  connected = new Set()
  logs = new Logs()
  logs.setLevel('*', 'debug')
  const peer = (ID: string): PeerAddresses => ({ ID, Addrs: [] })

  keeper = new PeeringService({
    peering: { list: () => [peer('peered')], watch: () => () => {} },
    bootstrap: () => [peer('first')],
    self: 'self',
    isConnected: (id) => connected.has(id),
    connections: () => connected.size,
    connect: async ({ ID }) => {
      called.push(ID)
      if (isAway) {
        throw new Error('nobody there')
      }
      connected.add(ID)
    },
    log: (kind) => logs.logger(kind)
  })

  keeper.start()
})

afterEach(() => {
  keeper.stop()
  vi.useRealTimers()
})

test('an unreachable peer is dialed at intervals, and at once when the network is back', async () => {
  await vi.advanceTimersByTimeAsync(5 * HOUR_MS)
  called.length = 0
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(called.filter((id) => id === 'peered')).toHaveLength(6)

  await vi.advanceTimersByTimeAsync(1000)
  called.length = 0
  isAway = false
  keeper.retry()
  keeper.retry()
  await vi.advanceTimersByTimeAsync(0)
  expect([...connected].sort()).toEqual(['first', 'peered'])
  expect(called.filter((id) => id === 'first')).toHaveLength(1)
})

test('bootstrap peers are checked at the usual interval, however often the network is back', async () => {
  for (let i = 0; i < 5; i++) {
    keeper.retry()
  }
  await vi.advanceTimersByTimeAsync(1000)
  called.length = 0
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(called.filter((id) => id === 'first')).toHaveLength(20)
})

test('logs connections, failed dials and lost connections', async () => {
  await vi.advanceTimersByTimeAsync(0)
  isAway = false
  await vi.advanceTimersByTimeAsync(30_000)
  connected.delete('peered')
  keeper.disconnected('peered')
  expect(logs.recent().map(({ logger, level, msg }) => `${logger} ${level} ${msg}`)).toEqual([
    'bootstrap debug dialing bootstrap peers',
    'peering info could not connect, dialing again later',
    'bootstrap info could not connect',
    'peering info connected',
    'bootstrap debug dialing bootstrap peers',
    'peering info the connection has ended'
  ])
  expect(logs.recent()[1].fields).toEqual({ peer: 'peered', ms: 1000, problem: 'nobody there' })
})

test('after a stop, no peer is dialed', () => {
  keeper.stop()
  called.length = 0
  keeper.retry()
  expect(called).toEqual([])
})
