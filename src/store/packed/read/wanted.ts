import type { CID } from 'multiformats/cid'
import type { BlockRecord } from '../schema/schema.ts'

/** A block to read: its Map key, for messages its CID, and its record when it is known. */
export interface Wanted {
  key: string
  cid: CID
  record: BlockRecord
}

/** Finds the bytes of blocks for `readMany`. */
export interface ManyReader {
  /** Bytes that are in memory already. */
  inMemory: (key: string) => Uint8Array | undefined
  /** Bytes of a small block that was read a moment ago. */
  recently: (key: string) => Uint8Array | undefined
  /** Records of blocks that are going to be read together. */
  records: (keys: string[]) => Promise<Map<string, BlockRecord>>
  /** Many blocks, in the order asked for; a missing one is `undefined`, a damaged one an Error. */
  many: (wanted: Wanted[]) => Promise<Array<Uint8Array | Error | undefined>>
}
