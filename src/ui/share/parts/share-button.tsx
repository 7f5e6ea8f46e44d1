import { t } from '../../lib/text/t.ts'
import { openShare } from '../state/share.ts'
import type { ShareItem } from '../state/share.ts'

/** Opens the share sheet. */
export function ShareButton ({ item }: { item: ShareItem }) {
  return (
    <button
      type='button'
      aria-haspopup='dialog'
      aria-label={t('Share {name}…', { name: item.name || t('it') })}
      onClick={() => {
        void openShare(item)
      }}
    >
      {t('Share…')}
    </button>
  )
}
