import { multihashToIPNSRoutingKey } from '@helia/ipns'
import { generateKeyPair } from '@libp2p/crypto/keys'
import type { Connection, PeerId, Stream } from '@libp2p/interface'
import { peerIdFromString } from '@libp2p/peer-id'
import { multiaddr } from '@multiformats/multiaddr'
import { base64pad } from 'multiformats/bases/base64'
import { CID } from 'multiformats/cid'
import * as raw from 'multiformats/codecs/raw'
import { sha256 } from 'multiformats/hashes/sha2'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { concatBytes } from '../../src/bytes/concat-bytes.ts'
import { ProtobufReader } from '../../src/bytes/protobuf/protobuf-reader.ts'
import { bytesField, lengthPrefixed, varintField } from '../../src/bytes/protobuf/protobuf-writer.ts'
import { KAD, MESSAGE, PEER, RECORD } from '../../src/libp2p/dht/kad-message.ts'
import type { KadRequest } from '../../src/libp2p/dht/kad-message.ts'
import { readFrame } from '../../src/libp2p/streams/read-frame.ts'
import { createRecord } from '../../src/names/record/create-record.ts'
import { LAN_PROTOCOL, startFalseKadServer, startKadServer } from '../../src/testing/peers/kad-server.ts'
import type { FalseKadServer, KadServer } from '../../src/testing/peers/kad-server.ts'
import type { NetworkCounts, NetworkDirectory, NetworkSettings } from './dht-network.ts'

/** Peers that one lying answer names: go-libp2p-kad-dht accepts any number. */
const LIES = 100

/** Longest request that a lying server reads. */
const MAX_REQUEST_BYTES = 64 * 1024

const DAY_MS = 24 * 60 * 60 * 1000

/** Members of `@libp2p/kad-dht` that are not in its types. */
interface FillableTable {
  add: (peer: PeerId) => Promise<void>
}

interface CountableServer {
  rpc: { handleMessage: (...args: unknown[]) => Promise<unknown> }
}

const counts: NetworkCounts = { dials: 0, falseDials: 0, requests: 0 }

/** Outdated records by the key of their name, in base64. */
const outdated = new Map<string, Uint8Array>()

/**
 * Starts the servers of the DHT bench in this process and sends their {@link NetworkDirectory} to the parent. Honest
 * servers get full routing tables by hand, so that a run does not begin with thousands of refreshes.
 */
async function start (
  { honest, silent, lying, contents, names }: NetworkSettings
): Promise<NetworkDirectory> {
  const nowhere = await startNowhere()
  const good = await Promise.all(Array.from({ length: honest }, startKadServer))
  const bad = await Promise.all([
    ...Array.from({ length: silent }, async () =>
      await startFalseKadServer(async () => {
        counts.requests++
      })),
    ...Array.from({ length: lying }, async (_, i) =>
      await startFalseKadServer(async (stream) => {
        counts.requests++
        stream.send(lie(await readRequest(stream), nowhere, i % 2 === 0))
        await stream.close()
      }))
  ])
  const all = [...good, ...bad]

  for (const server of good) {
    await fillTable(server, good)
  }

  const announced = await announceContents(good, contents)
  const published = await publishNames(good, names)

  // Not earlier: each silent server would hold up each announcement.
  for (const server of good) {
    await fillTable(server, bad)
  }

  for (const { libp2p } of good) {
    const server = libp2p.services.dht as unknown as CountableServer
    const handleMessage = server.rpc.handleMessage.bind(server.rpc)
    server.rpc.handleMessage = async (...args) => {
      counts.requests++
      return await handleMessage(...args)
    }
  }

  for (const { libp2p } of all) {
    libp2p.addEventListener('connection:open', ({ detail }: CustomEvent<Connection>) => {
      counts.dials += detail.direction === 'inbound' ? 1 : 0
    })
  }

  return {
    seeds: [good[0], good[1], ...bad.slice(0, 1), ...bad.slice(-1)].map(({ addresses: [address] }) => address),
    honest: good.map(({ id }) => id),
    real: all.map(({ id }) => id),
    contents: announced,
    names: published
  }
}

/** Starts the address of peers that do not exist: it counts connections and closes them. Returns it as multiaddr. */
async function startNowhere (): Promise<Uint8Array> {
  const server = createServer((socket) => {
    counts.falseDials++
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return multiaddr(`/ip4/127.0.0.1/tcp/${(server.address() as AddressInfo).port}`).bytes
}

async function fillTable ({ id, libp2p }: KadServer, all: readonly FalseKadServer[]): Promise<void> {
  for (const other of all) {
    if (other.id !== id) {
      const peer = peerIdFromString(other.id)
      await libp2p.peerStore.merge(peer, { multiaddrs: other.addresses.map(multiaddr), protocols: [LAN_PROTOCOL] })
      await (libp2p.services.dht.routingTable as unknown as FillableTable).add(peer)
    }
  }
}

/** Announces new CIDs, each by one of the servers. */
async function announceContents (servers: readonly KadServer[], count: number): Promise<NetworkDirectory['contents']> {
  const announced: NetworkDirectory['contents'] = []

  for (let i = 0; i < count; i++) {
    const { id, libp2p } = servers[i % servers.length]
    const cid = CID.createV1(raw.code, await sha256.digest(randomBytes(32)))

    for await (const _ of libp2p.services.dht.provide(cid, { signal: AbortSignal.timeout(20_000) })) {
      // The announcement is finished when the events end.
    }

    announced.push({ cid: cid.toString(), provider: id })
  }

  return announced
}

/** Stores the records of new names, each by one of the servers. The lying servers get older records of them. */
async function publishNames (servers: readonly KadServer[], count: number): Promise<NetworkDirectory['names']> {
  const published: NetworkDirectory['names'] = []

  for (let i = 0; i < count; i++) {
    const key = await generateKeyPair('Ed25519')
    const routingKey = multihashToIPNSRoutingKey(key.publicKey.toMultihash())
    const init = { value: '/ipfs/bafkqaaa', validityMs: Date.now() + DAY_MS, ttlNs: 0n, v1compat: true }
    const record = await createRecord(key, { ...init, sequence: 2n })
    const options = { signal: AbortSignal.timeout(20_000) }
    outdated.set(base64pad.encode(routingKey), await createRecord(key, { ...init, sequence: 1n }))

    for await (const _ of servers[i % servers.length].libp2p.services.dht.put(routingKey, record, options)) {
      // The record is stored when the events end.
    }

    published.push({ name: key.publicKey.toString(), record: Buffer.from(record).toString('base64') })
  }

  return published
}

async function readRequest (stream: Stream): Promise<Pick<KadRequest, 'type' | 'key'>> {
  const reader = new ProtobufReader(await readFrame(stream, MAX_REQUEST_BYTES))
  const request: Pick<KadRequest, 'type' | 'key'> = { type: KAD.putValue, key: new Uint8Array() }

  while (reader.next()) {
    if (reader.field === MESSAGE.type) {
      request.type = reader.varint() as KadRequest['type']
    } else if (reader.field === MESSAGE.key) {
      request.key = reader.view()
    } else {
      reader.skip()
    }
  }

  return request
}

/**
 * Returns a false answer.
 *
 * @param isOutdated - whether a record in it is an outdated one; otherwise it is no record at all
 */
function lie ({ type, key }: Pick<KadRequest, 'type' | 'key'>, nowhere: Uint8Array, isOutdated: boolean): Uint8Array {
  const nobody = (): Uint8Array => concatBytes([Uint8Array.of(0x12, 0x20), randomBytes(32)])
  const peer = (): Uint8Array[] => [...bytesField(PEER.id, nobody()), ...bytesField(PEER.address, nowhere)]
  const closer = Array.from({ length: LIES }, () => bytesField(MESSAGE.closer, ...peer()))
  const value = (isOutdated ? outdated.get(base64pad.encode(key)) : undefined) ?? randomBytes(200)
  const record = type === KAD.getValue
    ? bytesField(MESSAGE.record, ...bytesField(RECORD.key, key), ...bytesField(RECORD.value, value))
    : []
  return concatBytes(lengthPrefixed([varintField(MESSAGE.type, type), ...record, ...closer.flat()]))
}

process.on('message', () => {
  process.send?.(counts)
})
process.send?.(await start(JSON.parse(process.argv[2]) as NetworkSettings))
