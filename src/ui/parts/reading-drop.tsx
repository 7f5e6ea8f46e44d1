import { t, tn } from '../lib/t.ts'

/** What was dropped is looked through: how far, and the way out. */
export function ReadingDrop ({ found, cancel }: { found: number, cancel: () => void }) {
  return (
    <p class='actions' role='status'>
      {tn(found, 'Looking through the folders: {n} file so far', 'Looking through the folders: {n} files so far')}
      <button type='button' class='quiet' onClick={cancel}>{t('Cancel')}</button>
    </p>
  )
}
