import { multiaddr } from '@multiformats/multiaddr'
import { base58btc } from 'multiformats/bases/base58'
import { CID } from 'multiformats/cid'
import { decode as decodeDigest } from 'multiformats/hashes/digest'
import { expect, test, vi } from 'vitest'
import { concatBytes } from '../../bytes/concat-bytes.ts'
import { compareDistance, kadId } from '../../net/kad-id.ts'
import type { DhtEvent } from '../../swarm/dht.ts'
import { DualDht } from './dual-dht.ts'
import { KadDht } from './kad-dht.ts'
import type { KadAnswer, KadRequest } from './kad-message.ts'
import type { KadNetwork } from './kad-network.ts'
import { kadPeer } from './kad-peer.ts'
import type { KadPeer } from './kad-peer.ts'
import { lanRealm, WAN } from './kad-realm.ts'

const { signal } = new AbortController()
const SELF = idOf(0)
const KEY = Uint8Array.of(0x12, 0x20, ...new Uint8Array(32).fill(7))

/** Returns an arbitrary peer ID. */
function idOf (n: number): string {
  return base58btc.baseEncode(concatBytes([Uint8Array.of(0x12, 0x20), kadId(Uint8Array.of(n >> 16, n >> 8, n))]))
}

function bytes (address: string): Uint8Array {
  return multiaddr(address).bytes
}

/** Creates a server in the public network. */
function server (n: number, address = `/ip4/${20 + n % 100}.${n >> 6 & 255}.${n & 63}.1/tcp/4001`): KadPeer {
  return kadPeer(idOf(n), [bytes(address)])
}

/** A network of servers that all know each other. */
class FakeNetwork implements KadNetwork {
  readonly self = SELF
  readonly peers: KadPeer[]
  readonly asked: string[] = []
  readonly requests: Array<{ peer: string; request: KadRequest }> = []
  readonly dead = new Set<string>()
  readonly values = new Map<string, Uint8Array>()
  readonly providers = new Map<string, KadPeer[]>()
  answer: (peer: string, request: KadRequest) => Promise<KadAnswer> | undefined = () => undefined
  came = (_peer: string): void => {}
  left = (_peer: string): void => {}
  readonly #connected = new Set<string>()

  constructor (peers: KadPeer[]) {
    this.peers = peers
  }

  meet (...peers: KadPeer[]): void {
    peers.forEach(({ id }) => {
      this.#connected.add(id)
      this.came(id)
    })
  }

  isConnected (peer: string): boolean {
    return this.#connected.has(peer)
  }

  async addressesOf (peer: string): Promise<{ known: Uint8Array[]; connected: Uint8Array[] }> {
    const addresses = [...this.peers.find(({ id }) => id === peer)?.addresses ?? []]
    return { known: addresses, connected: addresses }
  }

  async connect ({ id }: KadPeer): Promise<void> {
    if (this.dead.has(id)) {
      throw new Error('nobody there')
    }

    this.#connected.add(id)
  }

  async ask (peer: string, _protocol: string, request: KadRequest): Promise<KadAnswer> {
    this.asked.push(peer)
    const target = kadId(request.key)
    const closer = [...this.peers].sort((a, b) => compareDistance(target, a.kadId, b.kadId)).filter(({ id }) =>
      id !== peer
    ).slice(0, 20)
    const value = request.value ?? this.values.get(peer)
    return await (this.answer(peer, request) ??
      {
        closer,
        providers: this.providers.get(peer) ?? [],
        record: value == null ? undefined : { key: request.key, value }
      })
  }

  async notify (peer: string, _protocol: string, request: KadRequest): Promise<void> {
    this.requests.push({ peer, request })
  }

  async watch (_protocol: string, came: (peer: string) => void, left: (peer: string) => void): Promise<() => void> {
    const others = this.came
    this.came = (peer) => {
      others(peer)
      came(peer)
    }
    this.left = left
    return () => {}
  }
}

async function start (network: FakeNetwork, realm = WAN, seeds = network.peers.slice(0, 3)): Promise<KadDht> {
  const dht = new KadDht(network, realm)
  await dht.start()
  network.meet(...seeds)
  await dht.waitForChecks()
  return dht
}

function nearestOf (peers: readonly KadPeer[], key: Uint8Array): string[] {
  return [...peers].sort((a, b) => compareDistance(kadId(key), a.kadId, b.kadId)).slice(0, 20).map(({ id }) => id)
}

const network = (count: number): FakeNetwork => new FakeNetwork(Array.from({ length: count }, (_, i) => server(i + 1)))

test('the 20 nearest of 600 servers are found with three concurrent queries, and few others are queried', async () => {
  const net = network(600)
  const dht = await start(net)
  expect((await dht.nearest(KEY, { signal })).map(({ id }) => id)).toEqual(nearestOf(net.peers, KEY))
  expect(net.asked.length).toBeLessThan(60)
  expect(dht.table.size).toBeGreaterThan(3)
})

test('a server that does not answer counts as gone, and leaves the table', async () => {
  const net = network(200)
  const dht = await start(net)
  const [first, second, ...others] = nearestOf(net.peers.slice(3), KEY)
  net.dead.add(first)
  net.answer = (peer) =>
    peer === second ? Promise.reject(new DOMException('the time for it is over', 'TimeoutError')) : undefined
  dht.table.answered(net.peers.find(({ id }) => id === second)!)
  const events: DhtEvent[] = []
  const found = (await dht.nearest(KEY, { signal, onEvent: (event) => events.push(event) })).map(({ id }) => id)
  // In Go's words.
  expect(events).toEqual(
    expect.arrayContaining([{ kind: 'problem', peer: first, problem: 'nobody there' }, {
      kind: 'problem',
      peer: second,
      problem: 'context deadline exceeded'
    }])
  )
  expect(found).not.toContain(first)
  expect(found).not.toContain(second)
  expect(found).toEqual(expect.arrayContaining(others.slice(0, 10)))
  expect(dht.table.has(second)).toBe(false)
})

test('the nearest that answer take the places of dead peers that servers still name', async () => {
  const net = network(200)
  const dht = await start(net)
  const byDistance = net.peers.toSorted((a, b) => compareDistance(kadId(KEY), a.kadId, b.kadId))
  byDistance.slice(3, 60).forEach(({ id }) => net.dead.add(id))
  net.answer = (peer) =>
    net.dead.has(peer)
      ? Promise.reject(new Error('nobody there'))
      : Promise.resolve({ closer: byDistance.slice(0, 100), providers: [], record: undefined })
  const live = byDistance.filter(({ id }) => !net.dead.has(id)).slice(0, 20)
  expect((await dht.nearest(KEY, { signal })).map(({ id }) => id)).toEqual(live.map(({ id }) => id))
})

test('a server that names ever nearer, invalid peers is abandoned in the end', async () => {
  const net = network(3)
  const dht = await start(net)
  let made = 1000
  net.answer = () =>
    Promise.resolve({ closer: Array.from({ length: 32 }, () => server(++made)), providers: [], record: undefined })
  await dht.nearest(KEY, { signal })
  expect(net.asked.length).toBeLessThanOrEqual(3 + 400 + 20)
  const buckets = dht.table.buckets()
  expect(Math.max(...buckets.map(({ peers }) => peers.length))).toBeLessThanOrEqual(20)
})

test('a walk among silent peers ends by the signal, and by its limit with the known ones', async () => {
  const net = network(5)
  const dht = await start(net)
  net.answer = () => new Promise(() => {})
  await expect(dht.nearest(KEY, { signal: AbortSignal.timeout(20) })).rejects.toMatchObject({ name: 'TimeoutError' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let ended = false
  const walking = dht.nearest(KEY, { signal }).finally(() => {
    ended = true
  })
  await vi.advanceTimersByTimeAsync(59_999)
  expect(ended).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  vi.useRealTimers()
  await walking
})

test('an empty table is an error, and an event', async () => {
  const events: DhtEvent[] = []
  const dht = await start(network(1), WAN, [])
  await expect(dht.nearest(KEY, { signal, onEvent: (event) => events.push(event) })).rejects.toMatchObject({
    name: 'EmptyTableError',
    message: 'failed to find any peer in table'
  })
  expect(events).toEqual([{ kind: 'problem', peer: '', problem: 'failed to find any peer in table' }])
})

test('the public DHT uses no private peers and no crowd of one owner; the LAN DHT does', async () => {
  const far = server(1)
  const near = kadPeer(idOf(2), [bytes('/ip4/192.168.1.2/tcp/4001')])
  const relayed = kadPeer(idOf(3), [bytes(`/ip4/1.2.3.4/tcp/4001/p2p/${idOf(9)}/p2p-circuit`)])
  const crowd = [4, 5, 6, 7].map((n) => server(n, `/ip4/8.8.${n}.1/tcp/4001`))
  const peers = [far, near, relayed, ...crowd]
  const answered = async (realm: typeof WAN, seed: KadPeer): Promise<string[]> => {
    const net = new FakeNetwork(peers)
    const dht = await start(net, realm, [seed])
    await dht.nearest(KEY, { signal })
    return [...new Set(net.asked)].sort()
  }

  expect(await answered(WAN, far)).toEqual([far.id])
  expect(await answered(lanRealm(false), near)).toEqual(peers.map(({ id }) => id).sort())
  // A connection adds no peer of another realm either.
  expect((await start(new FakeNetwork(peers), WAN, [near, relayed])).table.size).toBe(0)
  expect((await start(new FakeNetwork(peers), lanRealm(false), [far])).table.size).toBe(0)
  expect((await start(new FakeNetwork(peers), WAN, crowd)).table.size).toBeLessThanOrEqual(3)
})

test('a server that no longer supports the protocol leaves the table', async () => {
  const net = network(3)
  const dht = await start(net)
  expect(dht.table.size).toBe(3)
  net.left(net.peers[0].id)
  expect(dht.table.size).toBe(2)
})

test('providers and values are returned by all servers that have some, values of other keys by none', async () => {
  const net = network(100)
  const dht = await start(net)
  const [a, b] = nearestOf(net.peers, KEY)
  net.providers.set(a, [server(501)])
  net.providers.set(b, [server(502)])
  const providers: string[] = []
  await dht.findProviders(KEY, {
    signal,
    onProvider: ({ id }) => {
      providers.push(id)
    }
  })
  expect(providers.sort()).toEqual([idOf(501), idOf(502)].sort())

  net.values.set(a, Uint8Array.of(1))
  const wrong = { closer: [], providers: [], record: { key: Uint8Array.of(9), value: Uint8Array.of(2) } }
  net.answer = (peer) => peer === b ? Promise.resolve(wrong) : undefined
  const values: Uint8Array[] = []
  await dht.findValues(KEY, {
    signal,
    onValue: (value) => {
      values.push(value)
    }
  })
  expect(values).toEqual([Uint8Array.of(1)])
})

test('provider records are sent to the 20 nearest, with the addresses that are valid there', async () => {
  const net = network(100)
  const dht = await start(net)
  const mine = [
    '/ip4/127.0.0.1/tcp/1',
    '/ip4/192.168.0.2/tcp/1',
    '/ip4/5.6.7.8/tcp/1',
    '/dns4/example.com/tcp/443/tls/ws'
  ].map(bytes)
  expect(await dht.provide(KEY, mine, { signal })).toBe(20)
  expect(net.requests.map(({ peer }) => peer).sort()).toEqual(nearestOf(net.peers, KEY).sort())
  expect(net.requests[0].request).toEqual({
    type: 2,
    key: KEY,
    provider: { id: base58btc.baseDecode(SELF), addresses: mine.slice(2) }
  })
  await expect(dht.provide(KEY, mine.slice(0, 2), { signal })).rejects.toThrow(
    'no known addresses for self, cannot put provider'
  )
})

test('a value that no server accepts is reported, one that some accept is not', async () => {
  const net = network(30)
  const dht = await start(net)
  expect(await dht.putValue(KEY, Uint8Array.of(5), { signal })).toBe(20)
  net.answer = (_, { type }) =>
    type === 0 ? Promise.resolve({ closer: [], providers: [], record: undefined }) : undefined
  await expect(dht.putValue(KEY, Uint8Array.of(5), { signal })).rejects.toThrow(
    'none of 20 servers of the DHT took it: value not put correctly'
  )
})

test('a peer is found by the answers of servers, even if it is unreachable', async () => {
  const net = network(50)
  const dht = await start(net)
  const lost = server(900)
  net.peers.push(lost)
  net.dead.add(lost.id)
  expect(await dht.findPeer(lost.id, { signal })).toEqual(['/ip4/20.14.4.1/tcp/4001'])
  expect(await dht.findPeer(idOf(901), { signal })).toEqual([])
})

test('servers that name endless providers are limited for a slow reader', async () => {
  const at = (n: number): KadPeer => server(n, `/ip4/192.168.${n >> 8 & 255}.${n & 255}/tcp/4001`)
  const net = new FakeNetwork([1, 2, 3].map(at))
  const dual = new DualDht({ network: net, withLoopback: false, join: async () => {}, addresses: () => [] })
  await dual.start()
  net.meet(...net.peers)
  await expect.poll(() => dual.tables.lan.flatMap(({ peers }) => peers)).toHaveLength(3)
  let made = 1000
  const some = (count: number): KadPeer[] => Array.from({ length: count }, () => at(++made))
  net.answer = () => Promise.resolve({ closer: some(32), providers: some(256), record: undefined })
  let requests = 0

  for await (const { Addrs } of dual.findProviders(CID.createV1(0x55, decodeDigest(KEY)), { signal })) {
    // The first result is held until many servers have answered.
    if (requests === 0) {
      await expect.poll(() => net.asked.length).toBeGreaterThan(20)
    }
    requests += Addrs.length
  }

  expect(requests).toBe(1000)
  dual.stop()
})

test('the nearest servers have their addresses, and those of the local network can be left out', async () => {
  const net = network(40)
  const dual = new DualDht({ network: net, withLoopback: true, join: async () => {}, addresses: () => [] })
  await dual.start()
  net.meet(...net.peers.slice(0, 3))
  const found = await dual.nearest(KEY, { signal, isPublic: true })
  expect(found.map(({ ID }) => ID)).toEqual(nearestOf(net.peers, KEY))
  expect(found.every(({ Addrs }) => Addrs.length === 1 && Addrs[0].endsWith('/tcp/4001'))).toBe(true)

  const home = new FakeNetwork([server(1, '/ip4/192.168.1.7/tcp/4001')])
  const local = new DualDht({ network: home, withLoopback: true, join: async () => {}, addresses: () => [] })
  await local.start()
  home.meet(...home.peers)
  expect(await local.nearest(KEY, { signal })).toHaveLength(1)
  await expect(local.nearest(KEY, { signal, isPublic: true })).rejects.toMatchObject({ name: 'EmptyTableError' })
})

test('a walk that is too slow ends with what it has found', async () => {
  const net = network(40)
  const dht = await start(net)
  net.answer = () => new Promise(() => {})
  expect((await dht.nearest(KEY, { signal, maxMs: 20 })).length).toBeGreaterThan(0)
})
