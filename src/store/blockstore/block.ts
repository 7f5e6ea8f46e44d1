import type { CID } from 'multiformats/cid'

export interface StoreOptions {
  signal?: AbortSignal
}

export interface ReadOneOptions extends StoreOptions {
  /**
   * Returns blocks that are likely to be read next, in this order. A store that looks the block up looks them up in the
   * same transaction, and keeps small ones in memory. Not called if the block is in memory.
   */
  ahead?: (() => readonly CID[]) | undefined
}

/** A block to store. The store owns the bytes from the call on: do not write to them again. */
export interface Block {
  cid: CID
  bytes: Uint8Array
  /** length in bytes of a block that was read without its bytes (`BatchOptions.linksAlone`) */
  size?: number
}
