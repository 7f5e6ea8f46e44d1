import { pathParts } from '../../lib/links/mfs-path.ts'
import { t } from '../../lib/text/t.ts'

/** Describes a folder of Files by the names on its path. */
export function placeWords (folder: string): string {
  return [t('Files'), ...pathParts(folder)].join(' / ')
}
