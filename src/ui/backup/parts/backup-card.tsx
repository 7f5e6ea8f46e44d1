import { useRef, useState } from 'preact/hooks'
import { node } from '../../client/node.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { t } from '../../lib/text/t.ts'
import { Later } from '../../page/loading/later.tsx'

// Loaded on demand, because few visits need them.
const loadMaker = async () => (await import('./backup-maker.tsx')).BackupMaker
const loadRestorer = async () => (await import('./backup-restorer.tsx')).BackupRestorer

/** Card for making and restoring a backup. */
export function BackupCard () {
  const [open, setOpen] = useState<'make' | 'restore'>()
  const { phase } = useStore(node)
  const make = useRef<HTMLButtonElement>(null)
  const restore = useRef<HTMLButtonElement>(null)
  const toggle = (one: 'make' | 'restore') => () => {
    setOpen(open === one ? undefined : one)
  }

  /** Closes the card on Escape. Running work continues, and is shown when the card is opened again. */
  function fold (event: KeyboardEvent): void {
    if (event.key !== 'Escape' || open == null) {
      return
    }
    ;(open === 'make' ? make : restore).current?.focus()
    setOpen(undefined)
  }

  return (
    <section class='panel backup' aria-labelledby='backup-title' onKeyDown={fold}>
      <div class='panel-head'>
        <h2 id='backup-title'>{t('Back up and restore')}</h2>
        <div class='actions'>
          <button
            type='button'
            ref={make}
            aria-expanded={open === 'make'}
            disabled={phase !== 'ready'}
            onClick={toggle('make')}
          >
            {t('Make a backup…')}
          </button>
          <button
            type='button'
            ref={restore}
            aria-expanded={open === 'restore'}
            disabled={phase !== 'ready'}
            onClick={toggle('restore')}
          >
            {t('Restore…')}
          </button>
        </div>
      </div>
      {open === 'make' && <Later key='make' load={loadMaker} name={t('Back up')} props={{}} />}
      {open === 'restore' && <Later key='restore' load={loadRestorer} name={t('Restore')} props={{}} />}
    </section>
  )
}
