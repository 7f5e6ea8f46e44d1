import '../../libp2p/host/promise-with-resolvers.ts'

import { IPNSEntry, ipnsSelector, ipnsValidator } from '@helia/ipns'
import { publicKeyFromProtobuf } from '@libp2p/crypto/keys'
import { identify } from '@libp2p/identify'
import type { Libp2p } from '@libp2p/interface'
import { kadDHT, passthroughMapper } from '@libp2p/kad-dht'
import type { SingleKadDHT } from '@libp2p/kad-dht'
import { noise } from '@libp2p/noise'
import { ping } from '@libp2p/ping'
import { tcp } from '@libp2p/tcp'
import { webSockets } from '@libp2p/websockets'
import { yamux } from '@libp2p/yamux'
import { createLibp2p } from 'libp2p'

/** The part of a keychain that checking a record needs. */
const KEYS = { loadPublicKeyFromProtobuf: publicKeyFromProtobuf } as unknown as Parameters<typeof ipnsValidator>[2]

/** Settings of `kadDHT` for records of IPNS names. */
export const IPNS_RECORDS = {
  validators: {
    ipns: async (key: Uint8Array, record: Uint8Array) => {
      await ipnsValidator(key, record, KEYS)
    }
  },
  selectors: {
    ipns: async (key: Uint8Array, records: Uint8Array[]) =>
      await ipnsSelector(key, records.map((record) => IPNSEntry.decode(record)))
  }
}

export const LAN_PROTOCOL = '/ipfs/lan/kad/1.0.0'

export interface FalseKadServer {
  id: string
  /** with its peer ID */
  addresses: string[]
  libp2p: Libp2p
  stop: () => Promise<void>
}

export interface KadServer extends FalseKadServer {
  libp2p: Libp2p<{ dht: SingleKadDHT }>
}

/** Starts a server of the LAN DHT with js-libp2p, on loopback by TCP and WebSockets. */
export async function startKadServer (): Promise<KadServer> {
  const libp2p = await createLibp2p({
    ...PARTS,
    services: {
      identify: identify(),
      ping: ping(),
      dht: kadDHT({
        protocol: LAN_PROTOCOL,
        clientMode: false,
        peerInfoMapper: passthroughMapper,
        ...IPNS_RECORDS
      })
    }
  })

  return {
    ...whoIs(libp2p),
    libp2p: libp2p as unknown as KadServer['libp2p'],
    stop: async () => {
      await libp2p.stop()
    }
  }
}

/** Starts a peer that claims to be such a server, and handles streams as a test wants. */
export async function startFalseKadServer (handle: Parameters<Libp2p['handle']>[1]): Promise<FalseKadServer> {
  const libp2p = await createLibp2p({ ...PARTS, services: { identify: identify() } })
  await libp2p.handle(LAN_PROTOCOL, handle)
  return {
    ...whoIs(libp2p),
    libp2p,
    stop: async () => {
      await libp2p.stop()
    }
  }
}

const PARTS = {
  addresses: { listen: ['/ip4/127.0.0.1/tcp/0', '/ip4/127.0.0.1/tcp/0/ws'] },
  transports: [tcp(), webSockets()],
  connectionEncrypters: [noise()],
  streamMuxers: [yamux()]
}

function whoIs (libp2p: Libp2p): Pick<KadServer, 'id' | 'addresses'> {
  return { id: libp2p.peerId.toString(), addresses: libp2p.getMultiaddrs().map(String) }
}
