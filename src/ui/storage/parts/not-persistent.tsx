import { useStore } from '../../lib/reactive/store.ts'
import { t } from '../../lib/text/t.ts'
import { askToPersist, storage } from '../state/storage.ts'
import { PersistenceRefused } from './persistence-refused.tsx'

/** Reminder while the browser does not guarantee persistent storage. */
export function NotPersistent () {
  const { persistent, refused = false } = useStore(storage)

  if (persistent !== false) {
    return null
  }

  return (
    <div class='notice'>
      {refused
        ? <PersistenceRefused />
        : <p>{t('The browser may throw this away when space runs short: it has not promised to keep it.')}</p>}
      <div class='actions'>
        <button
          type='button'
          onClick={() => {
            void askToPersist()
          }}
        >
          {refused ? t('Ask again') : t('Ask it to keep it all')}
        </button>
      </div>
    </div>
  )
}
