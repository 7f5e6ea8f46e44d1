import { MemoryDatastore } from 'datastore-core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LazySwarm } from '../../swarm/lazy-swarm.ts'
import { NotConnectedError } from '../../swarm/swarm-errors.ts'
import type { ConnectionWatcher, Swarm, SwarmConnection } from '../../swarm/swarm.ts'
import { startSwarmNode } from '../../testing/peers/swarm-node.ts'
import { RuntimeState } from './runtime-state.ts'
import { SavedPeers } from './saved-peers.ts'
import type { SavedPeersInit } from './saved-peers.ts'

const same = { isSame: async () => true }
const HOUR_MS = 60 * 60_000

/** A swarm with fake connections. */
class FakeSwarm {
  readonly dialed: string[] = []
  readonly open = new Map<string, SwarmConnection>()
  readonly watchers = new Set<ConnectionWatcher>()
  ownAddresses: string[] = []
  reported = new Map<string, string[]>()
  /** unreachable peers */
  away = new Set<string>()

  join (peer: string, connection: Partial<SwarmConnection> = {}): void {
    this.open.set(peer, {
      peer,
      address: `/ip4/1.2.3.4/tcp/1/ws`,
      direction: 'outbound',
      isLimited: false,
      latencyMs: undefined,
      streams: [],
      ...connection
    })
    this.watchers.forEach(({ changed }) => {
      changed()
    })
  }

  leave (peer: string): void {
    this.open.delete(peer)
    this.watchers.forEach(({ changed }) => {
      changed()
    })
  }

  readonly swarm = {
    connections: () => [...this.open.values()],
    addresses: () => this.ownAddresses,
    identity: async (peer: string) => ({ addresses: this.reported.get(peer) ?? [] }),
    watchConnections: (watcher: ConnectionWatcher) => {
      this.watchers.add(watcher)
      return () => {
        this.watchers.delete(watcher)
      }
    },

    connect: async ({ ID, Addrs }: { ID: string; Addrs: string[] }) => {
      this.dialed.push(`${ID} ${Addrs.join(' ')}`)
      if (this.away.has(ID)) {
        throw new Error('nobody is there')
      }
      this.join(ID, { address: Addrs[0] })
    },

    disconnect: async (peer: string) => {
      const was = this.open.delete(peer)
      this.watchers.forEach(({ dropped }) => {
        dropped(peer)
      })
      if (!was) {
        throw new NotConnectedError(false)
      }
    },

    stop: async () => {}
  } as unknown as Swarm
}

let datastore: MemoryDatastore
let ending: AbortController

beforeEach(() => {
  vi.useFakeTimers()
  datastore = new MemoryDatastore()
  ending = new AbortController()
})

afterEach(() => {
  ending.abort()
  vi.useRealTimers()
})

/** Starts a run of the worker. */
async function life (
  init: Partial<SavedPeersInit> = {}
): Promise<{ fake: FakeSwarm; kept: SavedPeers; lazy: LazySwarm; state: RuntimeState }> {
  const fake = new FakeSwarm()
  const lazy = new LazySwarm(async () => fake.swarm)
  const state = await RuntimeState.open(datastore, same)
  const kept = new SavedPeers({ swarm: lazy, state, ...init })
  await kept.start({
    signal: ending.signal,
    background: async (work) => {
      await work(ending.signal)
    }
  })
  return { fake, kept, lazy, state }
}

/** Kills the worker: none of its work continues. */
function kill (): void {
  ending.abort()
  ending = new AbortController()
}

/** Lets all timers and writes of some time run. */
async function pass (ms = 60_000): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
}

describe('the peers of a stopped worker', () => {
  it('are dialed by the next one when its swarm starts, at their working addresses', async () => {
    const first = await life()
    await first.lazy.get()
    first.fake.reported.set('came', ['/dns4/came/tcp/443/tls/ws'])
    first.fake.reported.set('dialed', ['/ip4/9.9.9.9/tcp/9/ws'])
    first.fake.join('dialed')
    first.fake.join('came', { direction: 'inbound', address: '/ip4/5.5.5.5/tcp/50000' })
    first.fake.join('unknown', { direction: 'inbound', address: '/ip4/6.6.6.6/tcp/50000' })
    await pass()
    kill()

    const second = await life()
    await pass()
    expect(second.fake.dialed).toEqual([])
    await second.lazy.get()
    await pass(100)
    expect(second.fake.dialed.sort()).toEqual([
      'came /dns4/came/tcp/443/tls/ws',
      'dialed /ip4/1.2.3.4/tcp/1/ws /ip4/9.9.9.9/tcp/9/ws'
    ])
  })

  it('are dialed in order: relays first, for a limited time', async () => {
    const first = await life()
    await first.lazy.get()
    first.fake.ownAddresses = [
      '/ip4/1.1.1.1/tcp/1/ws/p2p/relay/p2p-circuit',
      '/ip4/1.1.1.1/tcp/1/ws/p2p/relay/p2p-circuit/webrtc'
    ]
    first.fake.join('other')
    first.fake.join('relay')
    await pass()
    kill()

    const second = await life()
    await second.lazy.get()
    await pass(100)
    expect(second.fake.dialed.map((text) => text.split(' ')[0])).toEqual(['relay', 'other'])
    kill()

    const third = await life()
    third.fake.away.add('relay')
    await third.lazy.get()
    await pass(1000)
    expect(third.fake.open.has('other')).toBe(false)
    await pass(2500)
    expect(third.fake.open.has('other')).toBe(true)
  })

  it('are left alone if the user disconnected them, even during a dial', async () => {
    const first = await life()
    await first.lazy.get()
    first.fake.join('a')
    first.fake.join('b')
    await pass()
    await first.fake.swarm.disconnect('a', { signal: ending.signal })
    await first.state.saved()
    kill()

    const second = await life()
    second.fake.away.add('b')
    await second.lazy.get()
    await pass(100)
    expect(second.fake.dialed.map((text) => text.split(' ')[0])).toEqual(['b'])
    await second.fake.swarm.disconnect('b', { signal: ending.signal }).catch(() => {})
    second.fake.away.clear()
    await pass()
    expect(second.fake.dialed).toHaveLength(1)
    kill()

    const third = await life()
    await third.lazy.get()
    await pass()
    expect(third.fake.dialed).toEqual([])
  })

  it('are dialed again by three workers if they disconnected by themselves', async () => {
    const first = await life()
    await first.lazy.get()
    first.fake.join('a')
    await pass()
    first.fake.leave('a')
    await pass()
    kill()

    const dialed: number[] = []

    for (let i = 0; i < 5; i++) {
      const next = await life()
      next.fake.away.add('a')
      await next.lazy.get()
      await pass()
      dialed.push(next.fake.dialed.length)
      kill()
    }

    expect(dialed).toEqual([3, 3, 3, 0, 0])
  })

  it('are forgotten after a day', async () => {
    const first = await life()
    await first.lazy.get()
    first.fake.join('a')
    await pass()
    kill()
    vi.setSystemTime(Date.now() + 23 * HOUR_MS)
    expect((await life()).state.get('peers')).toHaveLength(1)
    vi.setSystemTime(Date.now() + 2 * HOUR_MS)
    const late = await life()
    await late.lazy.get()
    await pass()
    expect(late.fake.dialed).toEqual([])
  })

  it('are kept if they stay connected for more than a day', async () => {
    const first = await life()
    await first.lazy.get()
    first.fake.join('a')
    await pass(30 * HOUR_MS)
    kill()
    const next = await life()
    await next.lazy.get()
    await pass(100)
    expect(next.fake.dialed).toHaveLength(1)
  })
})

it('writes rarely, however many connections change, and saves a bounded number', async () => {
  const { fake, lazy, state } = await life()
  const put = vi.spyOn(state, 'put')
  await lazy.get()

  for (let i = 0; i < 1000; i++) {
    fake.join(`peer ${i}`)
    if (i % 2 === 0) {
      fake.leave(`peer ${i}`)
    }
    await pass(10)
  }

  expect(put.mock.calls.length).toBeLessThanOrEqual(4)
  await pass()
  expect(state.get('peers')).toHaveLength(32)
  put.mockClear()
  await pass(10 * 60_000)
  expect(put).not.toHaveBeenCalled()
})

it('writes at once if the user has connected to a peer', async () => {
  const { fake, kept, lazy, state } = await life()
  await lazy.get()
  fake.join('a')
  await kept.save()
  expect(state.get('peers')).toMatchObject([{ ID: 'a' }])
})

it('reports whether there are peers to reconnect to', async () => {
  const reported: boolean[] = []
  const { fake, kept, lazy } = await life({
    changed: (hasPeers) => {
      reported.push(hasPeers)
    }
  })
  await lazy.get()
  fake.join('a')
  await kept.save()
  await fake.swarm.disconnect('a', { signal: ending.signal })
  expect(reported).toEqual([false, true, false])
})

it('keeps the peers when the swarm is closed', async () => {
  const { fake, kept, lazy, state } = await life()
  await lazy.get()
  fake.join('a')
  await kept.save()
  await lazy.pause()
  fake.leave('a')
  await pass()
  expect(state.get('peers')).toMatchObject([{ ID: 'a' }])
})

describe('real nodes', () => {
  beforeEach(() => {
    vi.useRealTimers()
  })

  it('are reconnected after a restart, unless disconnected, filtered, or the node was shut down', async () => {
    const peer = await startSwarmNode()
    const store = new MemoryDatastore()
    const start = async (): Promise<Awaited<ReturnType<typeof startSwarmNode>>> => {
      const node = await startSwarmNode({ datastore: store, session: same, onShutdown: () => {} })
      await node.node.services.start()
      return node
    }

    const peers = (node: Awaited<ReturnType<typeof startSwarmNode>>): string[] =>
      node.node.swarm?.opened?.connections().map(({ peer }) => peer) ?? []
    const id = String(peer.node.identity.peerId)
    const ended: Array<Awaited<ReturnType<typeof startSwarmNode>>> = [peer]

    try {
      const first = await start()
      ended.push(first)
      const connect = `swarm/connect?arg=${peer.addresses[0]}`
      expect((await first.rpc(connect)).status).toBe(200)
      await first.node.stop()

      const second = await start()
      ended.push(second)
      await expect.poll(() => peers(second)).toEqual([id])
      expect((await second.rpc(`swarm/disconnect?arg=/p2p/${id}`)).text).toContain('success')
      await second.node.stop()

      const third = await start()
      ended.push(third)
      expect(third.node.runtime?.get('peers')).toBeUndefined()
      expect((await third.rpc(connect)).status).toBe(200)
      await third.rpc('swarm/filters/add?arg=/ip4/127.0.0.0/ipcidr/8')
      await third.node.stop()

      const fourth = await start()
      ended.push(fourth)
      await expect.poll(() =>
        (fourth.node.runtime?.get('peers') as Array<{ failures: number }> | undefined)?.[0].failures
      ).toBe(1)
      expect(peers(fourth)).toEqual([])
      await fourth.rpc('swarm/filters/rm?arg=all')
      expect((await fourth.rpc(connect)).status).toBe(200)
      await fourth.rpc('shutdown')
      await fourth.node.stop()

      const fifth = await start()
      ended.push(fifth)
      expect(fifth.node.runtime?.get('peers')).toBeUndefined()
    } finally {
      await Promise.all(ended.map(async ({ node }) => {
        await node.stop()
      }))
    }
  })
})
