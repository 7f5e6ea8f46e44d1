import { useEffect } from 'preact/hooks'
import { useStore } from '../../lib/reactive/store.ts'
import { t } from '../../lib/text/t.ts'
import { Icon } from '../../page/controls/icon.tsx'
import { askToPersist, readPersistence, storage } from '../state/storage.ts'

/** Whether the browser may delete the stored data, with a button that asks it not to, and advice if it refuses. */
export function Protection () {
  const { persistent, refused = false } = useStore(storage)

  useEffect(() => {
    void readPersistence()
  }, [])

  if (persistent === true) {
    return (
      <p class='protection'>
        <Icon of='protected' />{' '}
        <span>{t('Protected: your browser keeps these files even if disk space runs low.')}</span>
      </p>
    )
  }

  return (
    <div class='protection'>
      <Icon of='unprotected' />
      <div>
        <p>
          {persistent === undefined
            ? t('This browser doesn’t say whether it protects your files.')
            : t('Not protected: your browser may delete these files if disk space runs low.')}
        </p>
        {refused && (
          <p>
            {t(
              'Your browser said no for now. Installing the app or bookmarking it usually helps. Meanwhile, make a backup.'
            )}
          </p>
        )}
        {persistent === false && (
          <button
            type='button'
            onClick={() => {
              void askToPersist()
            }}
          >
            {refused ? t('Try again') : t('Protect my files')}
          </button>
        )}
      </div>
    </div>
  )
}
