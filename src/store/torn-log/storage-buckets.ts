/**
 * The subset of a Storage Bucket that is used. It must stay referenced as long as its databases are used
 * (`openOriginStorage`).
 */
export interface StorageBucket {
  readonly indexedDB: IDBFactory
}

/**
 * The subset of `navigator.storageBuckets` that is used (https://wicg.github.io/storage-buckets/, Chromium only). Each
 * bucket is a separate store on disk. The browser stores the list of buckets separately from their contents, and syncs
 * it.
 */
export interface StorageBuckets {
  open: (name: string, options?: { durability?: 'strict' | 'relaxed'; persisted?: boolean }) => Promise<StorageBucket>
  keys: () => Promise<string[]>
  delete: (name: string) => Promise<void>
}
