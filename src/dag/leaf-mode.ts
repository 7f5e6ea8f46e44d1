/**
 * What a walk does with a block whose codec says that it has no links (raw leaves of files, most of all):
 * - `load`: its bytes are read
 * - `check`: it is made sure that it is here (fetched where the reader may), and its size is told
 * - `trust`: nothing, its CID is enough
 */
export type LeafMode = 'load' | 'check' | 'trust'
