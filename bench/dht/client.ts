import { multihashToIPNSRoutingKey } from '@helia/ipns'
import { identify } from '@libp2p/identify'
import type { PeerId } from '@libp2p/interface'
import { kadDHT, passthroughMapper } from '@libp2p/kad-dht'
import { noise } from '@libp2p/noise'
import { peerIdFromString } from '@libp2p/peer-id'
import { ping } from '@libp2p/ping'
import { tcp } from '@libp2p/tcp'
import { yamux } from '@libp2p/yamux'
import { multiaddr } from '@multiformats/multiaddr'
import { createLibp2p } from 'libp2p'
import { base58btc } from 'multiformats/bases/base58'
import { CID } from 'multiformats/cid'
import { randomBytes } from 'node:crypto'
import { compareDistance, kadId } from '../../src/net/kad-id.ts'
import { IPNS_RECORDS, LAN_PROTOCOL } from '../../src/testing/peers/kad-server.ts'
import { startSwarmNode } from '../../src/testing/peers/swarm-node.ts'
import { medianOf } from '../tools/median-of.mjs'
import type { NetworkDirectory } from './dht-network.ts'

/** Time that one lookup has; the DHT clients end theirs earlier. */
const LOOKUP_MS = 60_000

/** Nearest peers of a key that hold its records (Kademlia's k). */
const NEAREST = 20

interface Client {
  /** Yields the IDs of providers. */
  providers: (cid: CID, signal: AbortSignal) => AsyncIterable<string>
  /** Returns the IDs of the nearest reachable servers. */
  nearest: (key: Uint8Array, signal: AbortSignal) => Promise<string[]>
  /** Returns the best record of an IPNS name. */
  record: (name: string, signal: AbortSignal) => Promise<Uint8Array | undefined>
  /** Returns the IDs in the routing table. */
  table: () => string[]
}

/** `routingTable` is not in the exported type of the DHT. */
interface BucketedDht {
  routingTable: { kb: { toIterable: () => Iterable<{ peerId: PeerId }> } }
}

type Figures = Record<string, { unit: string; value: number }>

/** Starts our client as the product does. */
async function ownClient (seeds: readonly string[]): Promise<Client> {
  const node = await startSwarmNode({
    config: { 'Routing.Type': 'dht', 'Routing.LoopbackAddressesOnLanDHT': true }
  })
  await Promise.all(seeds.map(async (seed) => await node.rpc(`swarm/connect?arg=${seed}`)))
  const { dht } = await node.node.swarm!.get()

  return {
    providers: async function* (cid, signal) {
      for await (const { ID } of dht!.findProviders(cid, { signal })) {
        yield ID
      }
    },
    nearest: async (key, signal) => (await dht!.nearest(key, { signal })).map(({ ID }) => ID),
    record: async (name, signal) =>
      await node.node.names.record(peerIdFromString(name).toMultihash(), { offline: false, signal }),
    table: () => dht!.tables.lan.flatMap(({ peers }) => peers.map(({ id }) => id))
  }
}

/** Starts `@libp2p/kad-dht` as a client. */
async function libraryClient (seeds: readonly string[]): Promise<Client> {
  const libp2p = await libraryHost()
  const { dht } = libp2p.services

  await Promise.all(seeds.map(async (seed) => {
    await libp2p.dial(multiaddr(seed))
  }))

  return {
    providers: async function* (cid, signal) {
      for await (const event of dht.findProviders(cid, { signal })) {
        if (event.name === 'PROVIDER') {
          yield* event.providers.map(({ id }) => id.toString())
        }
      }
    },
    nearest: async (key, signal) => {
      const found: string[] = []

      for await (const event of dht.getClosestPeers(key, { signal })) {
        if (event.name === 'FINAL_PEER') {
          found.push(event.peer.id.toString())
        }
      }

      return found
    },
    record: async (name, signal) => {
      let record: Uint8Array | undefined

      for await (const event of dht.get(multihashToIPNSRoutingKey(peerIdFromString(name).toMultihash()), { signal })) {
        if (event.name === 'VALUE') {
          record = event.value
        }
      }

      return record
    },
    table: () =>
      [...(dht as unknown as BucketedDht).routingTable.kb.toIterable()].map(({ peerId }) => peerId.toString())
  }
}

async function libraryHost () {
  return await createLibp2p({
    addresses: { listen: ['/ip4/127.0.0.1/tcp/0'] },
    transports: [tcp()],
    connectionEncrypters: [noise()],
    streamMuxers: [yamux()],
    services: {
      identify: identify(),
      ping: ping(),
      dht: kadDHT({ ...IPNS_RECORDS, protocol: LAN_PROTOCOL, clientMode: true, peerInfoMapper: passthroughMapper })
    }
  })
}

async function measureClient (client: Client, { contents, honest, real, names }: NetworkDirectory): Promise<Figures> {
  const first: number[] = []
  const whole: number[] = []
  let found = 0
  let named = 0
  const cpu = process.cpuUsage()

  for (const { cid, provider } of contents) {
    const started = performance.now()
    let firstMs: number | undefined

    for await (const id of ended(client.providers(CID.parse(cid), AbortSignal.timeout(LOOKUP_MS)))) {
      if (id === provider && firstMs == null) {
        firstMs = performance.now() - started
        first.push(firstMs)
        found++
      }
    }

    whole.push(performance.now() - started)
  }

  const { user, system } = process.cpuUsage(cpu)
  const ids = await Promise.all(honest.map(async (id) => ({ id, kadId: await kadId(base58btc.baseDecode(id)) })))
  const walks: number[] = []

  for (let i = 0; i < contents.length; i++) {
    const key = randomBytes(34)
    const target = await kadId(key)
    const right = ids.toSorted((a, b) => compareDistance(target, a.kadId, b.kadId)).slice(0, NEAREST)
    const started = performance.now()
    const nearest = new Set(await client.nearest(key, AbortSignal.timeout(LOOKUP_MS)).catch(() => []))
    walks.push(performance.now() - started)
    named += right.filter(({ id }) => nearest.has(id)).length / right.length
  }

  const records = { right: 0, wrong: 0 }
  const resolved: number[] = []

  for (const { name, record } of names) {
    const started = performance.now()
    const found = await client.record(name, AbortSignal.timeout(LOOKUP_MS)).catch(() => undefined)
    resolved.push(performance.now() - started)

    if (found != null) {
      records[Buffer.from(found).toString('base64') === record ? 'right' : 'wrong']++
    }
  }

  const count = contents.length
  const isReal = new Set(real)
  const table = client.table()

  return {
    'providers found': { unit: '%', value: Math.round(100 * found / count) },
    'first provider': { unit: 'ms', value: Math.round(medianOf(first)) },
    'all providers': { unit: 'ms', value: Math.round(medianOf(whole)) },
    'searches for providers': { unit: '1/s', value: Number((1000 * count / sum(whole)).toFixed(1)) },
    'all providers, slowest': { unit: 'ms', value: Math.round(Math.max(...whole)) },
    'CPU of a search': { unit: 'ms', value: Math.round((user + system) / 1000 / count) },
    'nearest peers': { unit: 'ms', value: Math.round(medianOf(walks)) },
    'nearest peers that are right': { unit: '%', value: Math.round(100 * named / count) },
    'record of a name': { unit: 'ms', value: Math.round(medianOf(resolved)) },
    'records that are right': { unit: '%', value: Math.round(100 * records.right / names.length) },
    'records that are wrong': { unit: '', value: records.wrong },
    'servers in the routing table': { unit: '', value: table.length },
    'false peers in the routing table': { unit: '', value: table.filter((id) => !isReal.has(id)).length },
    'memory (RSS)': { unit: 'MB', value: Math.round(process.memoryUsage().rss / 1e6) }
  }
}

function sum (values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Ends where the search throws: a search that ran out of time has what it found. */
async function* ended<T> (items: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* items
  } catch {
    // The figure of found providers shows it.
  }
}

const { client, directory } = JSON.parse(process.argv[2]) as { client: string; directory: NetworkDirectory }
const start = client === 'swipfs' ? ownClient : libraryClient
process.send?.(await measureClient(await start(directory.seeds), directory))
