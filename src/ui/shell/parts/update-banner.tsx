import { acceptUpdate, node, postponeUpdate } from '../../client/node.ts'
import { isActive, uploads } from '../../intake/state/uploads.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { t } from '../../lib/text/t.ts'

/** Offers a new version, which is never applied without consent. */
export function UpdateBanner () {
  const { update } = useStore(node)

  if (update === 'offered') {
    return (
      <div class='banner' role='status'>
        <p>{t('A new version is ready. Switching takes a moment; your files stay.')}</p>
        <button
          type='button'
          onClick={() => {
            void acceptUpdate(() => !uploads.value.some(isActive))
          }}
        >
          {t('Switch now')}
        </button>
      </div>
    )
  }
  if (update === 'waiting') {
    return (
      <div class='banner' role='status'>
        <p>{t('The new version starts when all uploads have finished, in every tab.')}</p>
        <button type='button' class='quiet' onClick={postponeUpdate}>{t('Not now')}</button>
      </div>
    )
  }
  if (update === 'delayed') {
    return (
      <div class='banner' role='status'>
        <p>{t('The old version is still busy. The new one takes over when it has finished.')}</p>
      </div>
    )
  }
  if (update === 'replaced') {
    return (
      <div class='banner' role='status'>
        <p>{t('A new version is running. Reload this page when you are ready.')}</p>
        <button
          type='button'
          onClick={() => {
            location.reload()
          }}
        >
          {t('Reload')}
        </button>
      </div>
    )
  }
  return null
}
