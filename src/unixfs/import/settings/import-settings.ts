import { HASH } from '../../../cid/codes/multiformat-codes.ts'
import { hashCodeByName } from '../../../cid/hash/hash-names.ts'
import type { ConfigStore } from '../../../config/config-store.ts'
import type { ImportOptions } from '../entries/import-options.ts'
import { importConfig } from './import-config.ts'

/** The settings that a caller can override. */
export type ChosenSettings = Partial<
  Pick<ImportOptions, 'cidVersion' | 'rawLeaves' | 'chunker' | 'layout' | 'wrap' | 'preserveMode' | 'preserveMtime'>
>

/**
 * Returns the import options: the chosen settings, with the `Import` section as default. The result is JSON, so that a
 * deferred import can use the same options.
 */
export function importSettings (config: ConfigStore, chosen: ChosenSettings = {}): ImportOptions {
  const byConfig = importConfig(config)
  const hash = hashCodeByName(byConfig.hash) ?? HASH.sha2_256
  const cidVersion = chosen.cidVersion ?? (byConfig.cidVersion === 1 || hash !== HASH.sha2_256 ? 1 : 0)

  return {
    cidVersion,
    hash,
    rawLeaves: chosen.rawLeaves ?? byConfig.rawLeaves ?? cidVersion > 0,
    chunker: chosen.chunker ?? byConfig.chunker,
    layout: chosen.layout ?? (byConfig.trickle ? 'trickle' : 'balanced'),
    maxFileLinks: byConfig.maxFileLinks,
    directory: byConfig.directory,
    emptyDirs: true,
    mode: 0,
    preserveMode: chosen.preserveMode ?? false,
    preserveMtime: chosen.preserveMtime ?? false,
    wrap: chosen.wrap ?? false,
    progress: false,
    silent: false
  }
}
