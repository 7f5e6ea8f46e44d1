import type { CID } from 'multiformats/cid'
import type { BlockRecord } from '../schema/schema.ts'

/** A block to read: its Map key, its CID for messages, and its record if it is known. */
export interface BlockRequest {
  key: string
  cid: CID
  record: BlockRecord
}

/** Finds the bytes of blocks for `readMany`. */
export interface ManyReader {
  /** Returns bytes that are in memory already. */
  inMemory: (key: string) => Uint8Array | undefined
  /** Returns the bytes of a small block that was read recently. */
  recently: (key: string) => Uint8Array | undefined
  /** Returns the records of blocks that will be read together. */
  records: (keys: string[]) => Promise<Map<string, BlockRecord>>
  /** Reads many blocks, in the order asked for. A missing one is `undefined`, a damaged one an Error. */
  many: (wanted: BlockRequest[]) => Promise<Array<Uint8Array | Error | undefined>>
}
