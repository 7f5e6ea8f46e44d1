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
  /** Durable when it resolves. Takes at most 16,384 rows and 64 MiB. */
  change: (changes: RowChanges) => Promise<void>
}

/** Rows that are removed in one step. */
const MAX_REMOVED = 8192

/** Removes any number of rows, in several steps. */
export async function removeRows (rows: DeviceRows, keys: readonly string[]): Promise<void> {
  for (let start = 0; start < keys.length; start += MAX_REMOVED) {
    await rows.change({ remove: keys.slice(start, start + MAX_REMOVED) })
  }
}
