import type { PeerId } from '@libp2p/interface'
import { peerIdFromString } from '@libp2p/peer-id'
import { multiaddr } from '@multiformats/multiaddr'
import { CID } from 'multiformats/cid'
import * as raw from 'multiformats/codecs/raw'
import { sha256 } from 'multiformats/hashes/sha2'
import { randomBytes } from 'node:crypto'
import { concatBytes } from '../../src/bytes/concat-bytes.ts'
import { bytesField, lengthPrefixed, varintField } from '../../src/bytes/protobuf/protobuf-writer.ts'
import { KAD, MESSAGE, PEER } from '../../src/libp2p/dht/kad-message.ts'
import { LAN_PROTOCOL, startFalseKadServer, startKadServer } from '../../src/testing/peers/kad-server.ts'
import type { KadServer } from '../../src/testing/peers/kad-server.ts'
import type { NetworkDirectory, NetworkSettings } from './dht-network.ts'

/** Peers that one lying answer names: go-libp2p-kad-dht accepts any number. */
const LIES = 100

/** `add` is not in the exported type of the routing table. */
interface FillableTable {
  add: (peer: PeerId) => Promise<void>
}

const REFUSED = multiaddr('/ip4/127.0.0.1/tcp/1').bytes

/**
 * Starts the servers of the DHT bench in this process and sends their {@link NetworkDirectory} to the parent. Honest
 * servers get full routing tables by hand, so that a run does not begin with thousands of refreshes.
 */
async function start ({ honest, silent, lying, contents }: NetworkSettings): Promise<NetworkDirectory> {
  const good = await Promise.all(Array.from({ length: honest }, startKadServer))
  const bad = await Promise.all([
    ...Array.from({ length: silent }, async () => await startFalseKadServer(async () => {})),
    ...Array.from({ length: lying }, async () =>
      await startFalseKadServer(async (stream) => {
        stream.send(lie())
        await stream.close()
      }))
  ])
  const all = [...good, ...bad]

  for (const server of good) {
    await fillTable(server, all)
  }

  const announced: NetworkDirectory['contents'] = []

  for (let i = 0; i < contents; i++) {
    const { id, libp2p } = good[i % good.length]
    const cid = CID.createV1(raw.code, await sha256.digest(randomBytes(32)))

    for await (const _ of libp2p.services.dht.provide(cid, { signal: AbortSignal.timeout(20_000) })) {
      // The announcement is finished when the events end.
    }

    announced.push({ cid: cid.toString(), provider: id })
  }

  return {
    seeds: [good[0], good[1], ...bad.slice(0, 1), ...bad.slice(-1)].map(({ addresses: [address] }) => address),
    honest: good.map(({ id }) => id),
    contents: announced
  }
}

async function fillTable ({ id, libp2p }: KadServer, all: ReadonlyArray<Omit<KadServer, 'libp2p'>>): Promise<void> {
  for (const other of all) {
    if (other.id !== id) {
      const peer = peerIdFromString(other.id)
      await libp2p.peerStore.merge(peer, { multiaddrs: other.addresses.map(multiaddr), protocols: [LAN_PROTOCOL] })
      await (libp2p.services.dht.routingTable as unknown as FillableTable).add(peer)
    }
  }
}

function lie (): Uint8Array {
  const nobody = (): Uint8Array => concatBytes([Uint8Array.of(0x12, 0x20), randomBytes(32)])
  const closer = Array.from(
    { length: LIES },
    () => bytesField(MESSAGE.closer, ...bytesField(PEER.id, nobody()), ...bytesField(PEER.address, REFUSED))
  )
  return concatBytes(lengthPrefixed([varintField(MESSAGE.type, KAD.getProviders), ...closer.flat()]))
}

process.send?.(await start(JSON.parse(process.argv[2]) as NetworkSettings))
