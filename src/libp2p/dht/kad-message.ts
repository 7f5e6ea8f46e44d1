import type { KadPeer } from './kad-peer.ts'

/** Field numbers of a message (go-libp2p-kad-dht `pb/dht.proto`). */
export const MESSAGE = { type: 1, key: 2, record: 3, closer: 8, providers: 9 } as const

/** Field numbers of a peer in it. */
export const PEER = { id: 1, address: 2 } as const

/** Field numbers of a record in it (go-libp2p-record `pb/record.proto`). */
export const RECORD = { key: 1, value: 2 } as const

/**
 * Message types (github.com/libp2p/specs/blob/master/kad-dht, "RPC messages"); the ping of the DHT is deprecated there.
 */
export const KAD = { putValue: 0, getValue: 1, addProvider: 2, getProviders: 3, findNode: 4 } as const

/** A record with its key, as it is sent and stored. */
export interface KadRecord {
  key: Uint8Array
  value: Uint8Array
}

/** A request to a peer. */
export interface KadRequest {
  type: typeof KAD[keyof typeof KAD]
  key: Uint8Array
  /** value of `putValue` */
  value?: Uint8Array
  /** provider of `addProvider` */
  provider?: { id: Uint8Array; addresses: readonly Uint8Array[] }
}

/** An answer of a peer. */
export interface KadAnswer {
  record: KadRecord | undefined
  /** peers that are nearer to the key */
  closer: KadPeer[]
  /** providers of the key */
  providers: KadPeer[]
}
