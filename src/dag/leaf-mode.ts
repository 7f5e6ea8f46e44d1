/**
 * How a walk treats a block whose codec has no links (mostly raw leaves of files). A dag-pb block that the store knows as a
 * leaf is not read either, unless it is to be loaded.
 * - `load`: its bytes are read
 * - `check`: the walk makes sure that it is local (fetches it if the reader may), and reports its size
 * - `trust`: nothing, its CID is enough
 */
export type LeafMode = 'load' | 'check' | 'trust'
