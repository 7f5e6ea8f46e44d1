import type { LogPositions } from './leveldb-log.ts'

/**
 * The changes that the node acknowledged, and therefore must not lose. Blocks are identified by their multihash in hex.
 */
export interface Model {
  /** peer ID and public key */
  identity: string
  /** recursive pins by CID; `at` is the log position at the acknowledgement */
  pins: Map<string, KnownPin>
  /** direct pins by CID */
  direct: Map<string, KnownPin>
  /** acknowledged blocks that no pin needs: they stay until a GC */
  unpinned: Map<string, { at: LogPositions }>
  /** JSON of the changed config values, by path */
  config: Map<string, string>
  /** IDs of the keys other than the node's own, by name */
  keys: Map<string, string>
  /** last published path, by the ID of the key */
  published: Map<string, string>
  /** MFS files, by path */
  files: Map<string, Written>
  /** log position at the acknowledgement of their last change */
  filesAt: LogPositions
  /** all blocks at the last check: they may stay even if they are no longer needed */
  local: Set<string>
  /** blocks that existed once: a cut of the log may undo their removal */
  gone: Set<string>
  /** seed of the next file: no two files have equal bytes */
  nextSeed: number
  /** pinned files of one block, by seed, to be added again */
  known: Array<{ seed: number; sizeBytes: number }>
  /** size in bytes of each block that was queried, existing or not */
  sizes: Map<string, number>
}

export interface KnownPin {
  name: string
  at: LogPositions
}

/** Content of an MFS file; `at` as for a pin. */
export interface Written {
  seed: number
  sizeBytes: number
  at: LogPositions
}

/** The changes of a successful command. They are atomic unless stated otherwise. */
export interface Effect {
  /** a pin of this CID (if it is known beforehand) or with this name */
  pin?: { cid?: string; name: string }
  unpin?: string
  /** a direct pin of this CID */
  direct?: { cid: string; name: string }
  removedDirect?: string
  /** blocks that are added without a pin */
  unpinned?: string[]
  /** whether each block has a line of its own that acknowledges it, so that each may or may not be stored */
  oneByOne?: true
  removed?: string[]
  config?: { path: string; value: string }
  gc?: true
  key?: string
  removedKey?: string
  publish?: { id: string; value: string }
  /** a file that is created or overwritten */
  file?: { path: string; seed: number; sizeBytes: number }
  removedFile?: string
}
