import { nodeLink } from '../../lib/links/section.ts'
import { t } from '../../lib/text/t.ts'
import { StorageFacts } from '../../storage/parts/storage-facts.tsx'
import { SettingGroup } from './setting-group.tsx'

/** Used storage, its protection, and a way to free space. */
export function StorageSettings () {
  return (
    <SettingGroup id='storage' title={t('Storage')} about={t('Your files are stored in this browser.')}>
      <StorageFacts />
      <p>
        <a href={nodeLink('storage')}>{t('Storage details')}</a>
      </p>
    </SettingGroup>
  )
}
