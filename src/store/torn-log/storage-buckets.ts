/** The part of a Storage Bucket that is used here. It must stay referenced as long as its databases are used (`openOriginStorage`). */
export interface StorageBucket {
  readonly indexedDB: IDBFactory
}

/**
 * The part of `navigator.storageBuckets` that is used here (https://wicg.github.io/storage-buckets/, Chromium alone). Each bucket is
 * a store of its own on the disk; which buckets there are the browser keeps apart from what is in them, synced.
 */
export interface StorageBuckets {
  open: (name: string, options?: { durability?: 'strict' | 'relaxed', persisted?: boolean }) => Promise<StorageBucket>
  keys: () => Promise<string[]>
  delete: (name: string) => Promise<void>
}
