import type { ConfigStore } from '../../../config/config-store.ts'
import type { Json } from '../../../config/values/config.ts'
import { parseBytes } from '../../../config/values/parse-bytes.ts'
import { DEFAULT_FANOUT, DEFAULT_HAMT_THRESHOLD_BYTES } from '../directory/limits.ts'
import type { DirectoryLimits } from '../directory/limits.ts'
import { DEFAULT_FILE_LINKS } from '../file/import-file.ts'

/**
 * The `Import` section with Kubo's defaults (`config/import.go`). A field is undefined if its absence has its own
 * meaning.
 */
export interface ImportConfig {
  cidVersion: number | undefined
  rawLeaves: boolean | undefined
  chunker: string
  hash: string
  trickle: boolean
  maxFileLinks: number
  directory: DirectoryLimits
}

/** Reads the section for one command: a change applies from the next command on. */
export function importConfig (config: ConfigStore): ImportConfig {
  const get = <T extends Json>(name: string): T | undefined => config.get<T>(`Import.${name}`) ?? undefined

  return {
    cidVersion: get<number>('CidVersion'),
    rawLeaves: get<boolean>('UnixFSRawLeaves'),
    chunker: get<string>('UnixFSChunker') ?? 'size-262144',
    hash: get<string>('HashFunction') ?? 'sha2-256',
    trickle: get<string>('UnixFSDAGLayout') === 'trickle',
    maxFileLinks: get<number>('UnixFSFileMaxLinks') ?? DEFAULT_FILE_LINKS,
    directory: {
      maxLinks: get<number>('UnixFSDirectoryMaxLinks') ?? 0,
      fanout: get<number>('UnixFSHAMTDirectoryMaxFanout') ?? DEFAULT_FANOUT,
      threshold: parseThreshold(
        get<number | string>('UnixFSHAMTDirectorySizeThreshold') ??
          (config.get<string | null>('Internal.UnixFSShardingSizeThreshold') || undefined)
      ),
      estimation: get<DirectoryLimits['estimation']>('UnixFSHAMTDirectorySizeEstimation') ?? 'links'
    }
  }
}

function parseThreshold (value: number | string | undefined): number {
  return typeof value === 'string' ? Number(parseBytes(value)) : value ?? DEFAULT_HAMT_THRESHOLD_BYTES
}
