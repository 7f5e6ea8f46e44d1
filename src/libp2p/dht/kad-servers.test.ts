import { multiaddr } from '@multiformats/multiaddr'
import { base58btc } from 'multiformats/bases/base58'
import { afterEach, expect, test } from 'vitest'
import { concatBytes } from '../../bytes/concat-bytes.ts'
import { bytesField, lengthPrefixed, varintField } from '../../bytes/protobuf/protobuf-writer.ts'
import type { Json } from '../../config/values/config.ts'
import { announceToNetwork } from '../../node/maintenance/announce-to-network.ts'
import { startFalseKadServer, startKadServer } from '../../testing/peers/kad-server.ts'
import type { KadServer } from '../../testing/peers/kad-server.ts'
import { startSwarmNode } from '../../testing/peers/swarm-node.ts'
import { MESSAGE, PEER } from './kad-message.ts'

type SwarmNode = Awaited<ReturnType<typeof startSwarmNode>>

const NOBODY = '12D3KooWRL9VfRA6zNzYPGG7p9Gm2YsDHUobNU55oiiLMZGKZVDj'
const NOWHERE = 'bafkreiaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaq'
const stops: Array<() => Promise<unknown>> = []

afterEach(async () => {
  await Promise.all(stops.splice(0).map(async (stop) => await stop()))
})

/** Starts servers that know each other. */
async function servers (count: number): Promise<KadServer[]> {
  const started = await Promise.all(Array.from({ length: count }, startKadServer))
  stops.push(...started.map(({ stop }) => stop))
  const [first, ...others] = started
  await Promise.all(others.map(async ({ libp2p }) => await libp2p.dial(first.libp2p.getMultiaddrs())))
  await expect.poll(() => first.libp2p.services.dht.routingTable.size).toBe(count - 1)
  return started
}

async function node (config: Record<string, Json> = {}): Promise<SwarmNode> {
  const node = await startSwarmNode({
    providing: announceToNetwork,
    config: { 'Routing.Type': 'dht', 'Routing.LoopbackAddressesOnLanDHT': true, ...config }
  })
  stops.push(async () => {
    await node.node.stop()
  })
  return node
}

/** Starts a node that knows the server. */
async function nodeAt (
  { addresses: [address], id }: Pick<KadServer, 'addresses' | 'id'>,
  config?: Record<string, Json>
): Promise<SwarmNode> {
  const started = await node(config)
  expect((await started.rpc(`swarm/connect?arg=${address}`)).lines).toEqual([{ Strings: [`connect ${id} success`] }])
  return started
}

async function add (node: SwarmNode, text: string): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([text]), 'f')
  return ((await node.rpc('add?cid-version=1&pin=false', { body: form })).lines[0] as { Hash: string }).Hash
}

const idOf = ({ node }: SwarmNode): string => node.identity.peerId.toString()
const ofType = (lines: unknown[], type: number): unknown[] =>
  lines.filter((line) => (line as { Type: number }).Type === type)

test('a key that one node announces is found by another through a server, and fetched', async () => {
  const [first, second, third] = await servers(3)
  const [a, b] = [await nodeAt(first), await nodeAt(second)]
  const cid = await add(a, 'far away')
  expect((await a.rpc(`routing/provide?arg=${cid}`)).lines).toEqual([])
  const { lines } = await b.rpc(`routing/findprovs?arg=${cid}`)
  expect(ofType((await b.rpc(`routing/findprovs?arg=/ipfs/${cid}`)).lines, 4)).toEqual(ofType(lines, 4))
  expect(ofType(lines, 4)).toEqual([{
    Extra: '',
    ID: '',
    Responses: [{
      ID: idOf(a),
      Addrs: expect.arrayContaining(a.addresses.map((address) => address.replace(/\/p2p\/.*/, ''))) as string[]
    }],
    Type: 4
  }])
  // Unknown servers are dialled, queried, and have answered.
  const byServer = (type: number): unknown =>
    expect.arrayContaining(
      [first, second, third].map(({ id }) => expect.objectContaining({ ID: id, Type: type }) as unknown)
    )
  expect(lines).toEqual(byServer(0))
  expect(lines).toEqual(byServer(1))
  expect((await b.rpc(`cat?arg=${cid}&timeout=60s`)).text).toBe('far away')
  expect((await b.rpc('swarm/peers')).text).toContain(idOf(a))
})

test('a lookup without results reports the queried servers, and no empty table', async () => {
  const [server] = await servers(1)
  const { lines } = await (await nodeAt(server)).rpc(`routing/findprovs?arg=${NOWHERE}`)
  expect(lines).toEqual([
    { Extra: '', ID: server.id, Responses: null, Type: 0 },
    { Extra: '', ID: server.id, Responses: [], Type: 1 }
  ])
})

test('a lookup with a dead server reports the failures of its addresses', async () => {
  const [server, other] = await servers(2)
  const a = await nodeAt(server)
  await expect.poll(async () => (await a.rpc(`dht/query?arg=${NOBODY}`)).text).toContain(other.id)
  await other.stop()
  await a.rpc(`swarm/disconnect?arg=/p2p/${other.id}`)
  const { text } = await a.rpc(`dht/query?arg=${other.id}`)
  expect(text).toMatch(
    new RegExp(
      `"failed to dial: failed to dial ${other.id}: all dials failed\\\\n {2}\\* ` +
        '\\[/ip4/127\\.0\\.0\\.1/tcp/\\d+(/ws)?\\] dial tcp4 127\\.0\\.0\\.1:\\d+: connect: connection refused'
    )
  )
})

test('a peer is found and dialled by its ID only', async () => {
  const [first, second] = await servers(2)
  const [a, b] = [await nodeAt(first), await nodeAt(second)]
  const { lines } = await b.rpc(`routing/findpeer?arg=${idOf(a)}`)
  expect(ofType(lines, 2)).toMatchObject([{ Responses: [{ ID: idOf(a) }] }])
  expect((await b.rpc(`ping?arg=${idOf(a)}&count=1`)).text).toContain('"Success":true')
  const c = await nodeAt(first)
  expect((await c.rpc(`swarm/connect?arg=/p2p/${idOf(b)}`)).lines).toEqual([{
    Strings: [`connect ${idOf(b)} success`]
  }])
  const lost = (await c.rpc(`routing/findpeer?arg=${NOBODY}`)).lines
  expect(lost.at(-1)).toMatchObject({ Extra: 'routing: not found', Type: 3 })
})

test('a name that one node publishes is resolved by another, with its record', async () => {
  const [first, second] = await servers(2)
  const [a, b] = [await nodeAt(first), await nodeAt(second)]
  const cid = await add(a, 'named')
  expect((await a.rpc(`name/publish?arg=/ipfs/${cid}`)).lines).toMatchObject([{
    Value: `/ipfs/${cid}`,
    Places: [{ Place: 'dht' }]
  }])
  expect((await b.rpc(`name/resolve?arg=${idOf(a)}`)).lines).toEqual([{ Path: `/ipfs/${cid}` }])
  const { Extra } = (await b.rpc(`routing/get?arg=/ipns/${idOf(a)}`)).lines[0] as { Extra: string }
  const form = new FormData()
  form.append('value-file', new Blob([Buffer.from(Extra, 'base64')]), 'r')
  expect((await b.rpc(`routing/put?arg=/ipns/${idOf(a)}`, { body: form })).lines).toMatchObject([{
    ID: idOf(a),
    Type: 5
  }])
  expect((await b.rpc(`routing/get?arg=/ipns/${NOBODY}`)).lines).toMatchObject([{ Message: 'routing: not found' }])
})

test('the routing table shows the servers, and the nearest are reported one by one', async () => {
  const started = await servers(3)
  const a = await nodeAt(started[0])
  const { lines } = await a.rpc(`dht/query?arg=${NOBODY}`)
  expect(ofType(lines, 2).map((line) => (line as { ID: string }).ID).sort()).toEqual(started.map(({ id }) => id).sort())
  const stats = (await a.rpc('stats/dht')).lines as Array<
    { Name: string; Buckets: Array<{ Peers: Array<{ ID: string }> | null }> }
  >
  const ids = stats.map((
    { Name, Buckets }
  ) => [Name, Buckets.flatMap(({ Peers }) => Peers ?? []).map(({ ID }) => ID).sort()])
  expect(ids).toEqual([['wan', []], ['lan', started.map(({ id }) => id).sort()]])
  expect((await a.rpc('stats/dht?arg=lan')).text).toContain('"Connected":true')
  expect((await a.rpc('stats/dht?arg=lan&encoding=text')).text).toMatch(
    new RegExp(
      String.raw`^DHT lan \(3 peers\): +\n {2}Bucket {2}0 \(\d peers\) - refreshed (\d+s ago|never): +\n` +
        String.raw` {4}Peer +last useful +last queried +Agent Version\n`
    )
  )
})

test('a server of the bootstrap list suffices to begin with', async () => {
  const [first] = await servers(2)
  const a = await node({ Bootstrap: [first.addresses[0]] })
  const { lines } = await a.rpc(`dht/query?arg=${NOBODY}`)
  expect(ofType(lines, 2)).toHaveLength(2)
})

test('with Routing.Type none no server is asked', async () => {
  const [first] = await servers(1)
  const a = await nodeAt(first, { 'Routing.Type': 'none' })
  expect((await a.rpc('stats/dht')).lines).toMatchObject([{ Message: 'routing service is not a DHT' }])
  expect((await a.rpc(`dht/query?arg=${NOBODY}`)).lines).toMatchObject([{ Message: 'routing service is not a DHT' }])
  expect((await a.rpc(`routing/findprovs?arg=${await add(a, 'x')}`)).lines).toEqual([])
})

test('blocks stored without peers are announced once there is one', async () => {
  const [first] = await servers(1)
  const a = await node()
  const cid = await add(a, 'early')
  expect((await a.rpc(`routing/provide?arg=${cid}`)).lines).toMatchObject([{
    Message: 'cannot provide, no connected peers'
  }])
  await a.rpc(`swarm/connect?arg=${first.addresses[0]}`)
  expect((await a.rpc(`routing/provide?arg=${cid}`)).lines).toEqual([])
  const stat = (await a.rpc('provide/stat?lan=true')).lines[0] as {
    Sweep: { connectivity: { status: string; since: string }; operations: { past: object } }
  }
  expect(stat.Sweep).toMatchObject({
    connectivity: { status: 'online' },
    operations: { past: { keys_provided: 1, records_provided: 1, keys_failed: 0 } }
  })
  expect(Date.now() - Date.parse(stat.Sweep.connectivity.since)).toBeLessThan(600_000)
  expect((await a.rpc('provide/stat?lan=true&connectivity=true&encoding=text')).text).toMatch(
    /^Status: online \(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\)\n$/
  )

  // No peer of the public network is known.
  expect((await a.rpc('provide/stat')).lines).toMatchObject([{
    Sweep: { connectivity: { status: 'offline', since: '0001-01-01T00:00:00Z' } }
  }])
  expect((await a.rpc('provide/stat?connectivity=true&encoding=text')).text).toBe('Status: offline\n')
})

test('a node without addresses reports that, and waits for one', async () => {
  const [first] = await servers(1)
  const a = await nodeAt(first, { 'Routing.LoopbackAddressesOnLanDHT': false })
  const cid = await add(a, 'nowhere')
  expect((await a.rpc(`routing/provide?arg=${cid}`)).lines).toMatchObject([{
    Message: 'error providing cid: no known addresses for self, cannot put provider'
  }])
  expect((await a.rpc('routing/provide?arg=x')).lines).toMatchObject([{ Message: 'invalid cid: cid too short' }])
  expect((await a.rpc(`routing/provide?arg=${NOWHERE}`)).lines).toMatchObject([{
    Message: `block ${NOWHERE} not found locally, cannot provide`
  }])
  expect(a.node.providing?.isOn).toBe(false)
  expect(ofType((await a.rpc(`dht/query?arg=${NOBODY}`)).lines, 2)).toHaveLength(1)
})

test('a server that is silent, sends too much or invalid data harms only itself', async () => {
  const [good] = await servers(1)
  let streams = 0
  const bad = await Promise.all([
    startFalseKadServer(async () => {
      streams++
    }),
    // Announces 16 MiB.
    startFalseKadServer(async (stream) => {
      streams++
      stream.send(Uint8Array.of(0x80, 0x80, 0x80, 0x08, 1, 2, 3))
    }),
    startFalseKadServer(async (stream) => {
      streams++
      stream.send(Uint8Array.of(2, 0x42, 0x7f))
    }),
    startFalseKadServer(async (stream) => {
      streams++
      stream.abort(new Error('no'))
    })
  ])
  stops.push(...bad.map(({ stop }) => stop))
  const a = await nodeAt(good)

  for (const { addresses: [address] } of bad) {
    await a.rpc(`swarm/connect?arg=${address}`)
  }

  await expect.poll(() => streams).toBe(4)
  const { lines } = await a.rpc(`dht/query?arg=${NOBODY}`)
  expect(ofType(lines, 2)).toEqual([{ Extra: '', ID: good.id, Responses: null, Type: 2 }])
  const stats = await a.rpc('stats/dht?arg=lan')
  expect(bad.some(({ id }) => stats.text.includes(id))).toBe(false)
})

test('a server that names many dead peers as servers and providers does not hide real ones', async () => {
  const owner = await node()
  const cid = await add(owner, 'behind a crowd')
  const [dead, far, own] = [
    '/ip4/127.0.0.1/tcp/1',
    '/ip4/10.255.255.1/udp/4001/quic-v1',
    owner.addresses[0].replace(/\/p2p\/.*/, '')
  ].map((address) => multiaddr(address).bytes)
  const peer = (
    id: Uint8Array,
    ...addresses: Uint8Array[]
  ): Uint8Array[] => [...bytesField(PEER.id, id), ...addresses.flatMap((address) => bytesField(PEER.address, address))]
  const nobody = (): Uint8Array => concatBytes([Uint8Array.of(0x12, 0x20), crypto.getRandomValues(new Uint8Array(32))])

  const liar = await startFalseKadServer(async (stream) => {
    const closer = Array.from({ length: 500 }, () => bytesField(MESSAGE.closer, ...peer(nobody(), dead, far)))
    const providers = Array.from({ length: 250 }, () => bytesField(MESSAGE.providers, ...peer(nobody(), far, dead)))
    const real = [
      bytesField(MESSAGE.providers, ...peer(base58btc.baseDecode(server.id), own)),
      bytesField(MESSAGE.providers, ...peer(base58btc.baseDecode(idOf(owner)), own))
    ]
    stream.send(
      concatBytes(
        lengthPrefixed([
          varintField(MESSAGE.type, 3),
          ...[...closer, ...providers.slice(0, 60), ...real, ...providers.slice(60)].flat()
        ])
      )
    )
    await stream.close()
  })

  const [server] = await servers(1)
  stops.push(liar.stop)
  const a = await nodeAt(liar)
  expect((await a.rpc(`cat?arg=${cid}&timeout=60s`)).text).toBe('behind a crowd')
  // Each is reported once.
  const found = ofType((await a.rpc(`routing/findprovs?arg=${cid}&num-providers=2000&timeout=60s`)).lines, 4).map((
    line
  ) => (line as { Responses: Array<{ ID: string }> }).Responses[0].ID)
  expect(new Set(found).size).toBe(found.length)
  expect(found).toContain(idOf(owner))
  // For an unknown peer the end is a message.
  expect((await a.rpc(`routing/findpeer?arg=${NOBODY}&timeout=60s`)).lines.at(-1)).toMatchObject({
    Extra: 'routing: not found'
  })
})
