import type { Blockstore } from '../../store/blockstore/blockstore.ts'

/** The methods of a blockstore that a block reader uses, locally or through a port. */
export type BlockSource = Pick<Blockstore, 'bytes' | 'bytesMany' | 'has' | 'size' | 'put' | 'capabilities'>
