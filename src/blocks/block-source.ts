import type { Blockstore } from '../store/blockstore.ts'

/** What a block reader uses of a blockstore, here or at the other end of a port. */
export type BlockSource = Pick<Blockstore, 'bytes' | 'bytesMany' | 'bytesLots' | 'notes' | 'has' | 'size' | 'blob' | 'range' | 'put'>
