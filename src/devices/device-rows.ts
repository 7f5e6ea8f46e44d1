/** Changes of rows, applied in one step. */
export interface RowChanges {
  put?: Array<[key: string, value: Uint8Array]>
  remove?: string[]
}

/**
 * Small rows that survive a restart, for example `swipfs/app-data` of a node. A value has at most 1 MiB, and one read
 * at most 256 keys.
 */
export interface DeviceRows {
  /** Returns the keys below a prefix. */
  list: (prefix: string) => Promise<string[]>
  get: (keys: string[]) => Promise<Array<Uint8Array | undefined>>
  /** Durable when it resolves. */
  change: (changes: RowChanges) => Promise<void>
}
