import type { CID } from 'multiformats/cid'

export interface StoreOptions {
  signal?: AbortSignal
}

/** A block to store. The store owns the bytes from the call on: do not write to them again. */
export interface Block {
  cid: CID
  bytes: Uint8Array
  /** length in bytes of a block that was read without its bytes (`BatchOptions.linksAlone`) */
  size?: number
}
