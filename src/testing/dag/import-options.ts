import { DEFAULT_LIMITS } from '../../unixfs/import/directory/limits.ts'
import type { ImportOptions } from '../../unixfs/import/entries/import-options.ts'

/** Options of an import like `add` without options. */
export const IMPORT_DEFAULTS: ImportOptions = {
  cidVersion: 0,
  hash: 0x12,
  rawLeaves: false,
  chunker: 'size-262144',
  layout: 'balanced',
  maxFileLinks: 174,
  directory: DEFAULT_LIMITS,
  emptyDirs: true,
  mode: 0,
  preserveMode: false,
  preserveMtime: false,
  wrap: false,
  progress: false,
  silent: false
}
