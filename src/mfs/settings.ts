import type { ConfigStore } from '../config/config-store.ts'
import { parseChunker } from '../unixfs/import/chunker/parse-chunker.ts'
import type { ChunkerSpec } from '../unixfs/import/chunker/parse-chunker.ts'
import type { DirectoryLimits } from '../unixfs/import/directory/limits.ts'
import { importConfig } from '../unixfs/import/settings/import-config.ts'

/** The configuration of MFS. */
export interface MfsSettings {
  /** The chunker for new bytes of files. */
  chunker: ChunkerSpec
  /** The limits above which directories are sharded. */
  limits: DirectoryLimits
  /** The maximum number of unflushed changes; unlimited below 1. */
  noFlushLimit: number
}

/** Kubo `config/internal.go`, `DefaultMFSNoFlushLimit`. */
const DEFAULT_NO_FLUSH_LIMIT = 256

/** Reads the configuration for one change. Config changes apply from the next one on. */
export function mfsSettings (config: ConfigStore): MfsSettings {
  const { chunker, directory } = importConfig(config)
  return {
    chunker: parseChunker(chunker),
    limits: directory,
    noFlushLimit: config.get<number>('Internal.MFSNoFlushLimit') ?? DEFAULT_NO_FLUSH_LIMIT
  }
}
