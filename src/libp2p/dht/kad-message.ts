import type { KadPeer } from './kad-peer.ts'

/** Kinds of messages (github.com/libp2p/specs/blob/master/kad-dht, "RPC messages"); the ping of the DHT is deprecated there. */
export const KAD = { putValue: 0, getValue: 1, addProvider: 2, getProviders: 3, findNode: 4 } as const

/** A value with its key, as it goes over the wire and is kept by others. */
export interface KadRecord { key: Uint8Array, value: Uint8Array }

/** What this node says to a peer. */
export interface KadRequest {
  type: typeof KAD[keyof typeof KAD]
  key: Uint8Array
  /** of `putValue` */
  value?: Uint8Array
  /** of `addProvider`: who has it */
  provider?: { id: Uint8Array, addresses: readonly Uint8Array[] }
}

/** What a peer answers. */
export interface KadAnswer {
  record: KadRecord | undefined
  /** peers that are nearer to the key */
  closer: KadPeer[]
  /** peers that have what the key stands for */
  providers: KadPeer[]
}
