import type { LogPositions } from './leveldb-log.ts'

/** What the node has acknowledged, and so may not lose. Blocks go by their multihash in hex. */
export interface Model {
  /** peer ID and public key */
  identity: string
  /** recursive pins by CID; `at` is how far the logs were written when the pin was acknowledged */
  pins: Map<string, KnownPin>
  /** direct pins by CID */
  direct: Map<string, KnownPin>
  /** blocks that were acknowledged and that no pin needs: they stay until a gc */
  loose: Map<string, { at: LogPositions }>
  /** JSON of the values that were set, by path */
  config: Map<string, string>
  /** of the keys besides the node's own: the ID by the name */
  keys: Map<string, string>
  /** what was published last under a key: its ID, and the path */
  published: Map<string, string>
  /** mutable files, by path */
  files: Map<string, Written>
  /** how far the logs were written when the last change of them was acknowledged */
  filesAt: LogPositions
  /** all blocks that were there when it was looked last: nobody promised that they go */
  local: Set<string>
  /** blocks that were there once: a cut of the log may undo that they were removed */
  gone: Set<string>
  /** the next file's seed: no two have the same bytes */
  nextSeed: number
  /** files that were added as one block with a pin, by seed, to be added again */
  known: Array<{ seed: number, sizeBytes: number }>
  /** bytes of each block that was asked for, whether it is there still or not */
  sizes: Map<string, number>
}

export interface KnownPin {
  name: string
  at: LogPositions
}

/** The content of a mutable file; `at` as for a pin. */
export interface Written {
  seed: number
  sizeBytes: number
  at: LogPositions
}

/** What a command changes when it is carried out; all of it or nothing, where nothing else is said. */
export interface Effect {
  /** a pin of this CID (where it is known before) or with this name */
  pin?: { cid?: string, name: string }
  unpin?: string
  /** a direct pin of this CID */
  direct?: { cid: string, name: string }
  removedDirect?: string
  /** blocks that come without a pin */
  loose?: string[]
  /** each of them is promised by a line of its own, and is there or not by itself */
  oneByOne?: true
  removed?: string[]
  config?: { path: string, value: string }
  gc?: true
  key?: string
  removedKey?: string
  publish?: { id: string, value: string }
  /** a file that is made, or whose content is replaced */
  file?: { path: string, seed: number, sizeBytes: number }
  removedFile?: string
}
