/**
 * What a walk does with a block whose codec says that it has no links (raw leaves of files, most of all). A leaf of
 * dag-pb of which the store knows that it is one is not read either unless it is to be loaded.
 * - `load`: its bytes are read
 * - `check`: it is made sure that it is here (fetched where the reader may), and its size is told
 * - `trust`: nothing, its CID is enough
 */
export type LeafMode = 'load' | 'check' | 'trust'
