/** Field numbers of a message (go-libp2p-kad-dht `pb/dht.proto`). */
export const MESSAGE = { type: 1, key: 2, record: 3, closer: 8, providers: 9 } as const

/** Field numbers of a peer in it. */
export const PEER = { id: 1, address: 2 } as const

/** Field numbers of a record in it (go-libp2p-record `pb/record.proto`). */
export const RECORD = { key: 1, value: 2 } as const
