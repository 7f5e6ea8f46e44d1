import type { ConfigStore } from '../config/config-store.ts'
import { parseChunker } from '../unixfs/import/chunker/parse-chunker.ts'
import type { ChunkerSpec } from '../unixfs/import/chunker/parse-chunker.ts'
import type { DirectoryLimits } from '../unixfs/import/directory/limits.ts'
import { importConfig } from '../unixfs/import/import-config.ts'

/** What the configuration says about mutable files. */
export interface MfsSettings {
  /** how new bytes of files are cut */
  chunker: ChunkerSpec
  /** when directories are sharded */
  limits: DirectoryLimits
  /** changes that may wait to be flushed; as many as one likes below 1 */
  noFlushLimit: number
}

/** Kubo `config/internal.go`, `DefaultMFSNoFlushLimit` */
const DEFAULT_NO_FLUSH_LIMIT = 256

/** Reads them for one change: a new setting counts from the next one on. */
export function mfsSettings (config: ConfigStore): MfsSettings {
  const { chunker, directory } = importConfig(config)
  return { chunker: parseChunker(chunker), limits: directory, noFlushLimit: config.get<number>('Internal.MFSNoFlushLimit') ?? DEFAULT_NO_FLUSH_LIMIT }
}
