import { t } from '../../lib/text/t.ts'
import { StorageFacts } from './storage-facts.tsx'

/** Summary of the storage. */
export function StorageCard () {
  return (
    <section class='panel card' aria-labelledby='storage-title'>
      <h2 id='storage-title'>{t('Storage')}</h2>
      <StorageFacts />
    </section>
  )
}
