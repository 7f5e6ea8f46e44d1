import { useEffect, useState } from 'preact/hooks'
import { t, tn } from '../lib/t.ts'

/** What is read sooner is not told of: it would only flash up. */
const LONG_MS = 300

/** What was dropped is looked through: how far, and the way out. */
export function ReadingDrop ({ found, cancel }: { found: number, cancel: () => void }) {
  const [isLong, setLong] = useState(false)

  useEffect(() => {
    const timer = setTimeout(() => { setLong(true) }, LONG_MS)
    return () => { clearTimeout(timer) }
  }, [])

  return !isLong ? null : (
    <p class='actions' role='status'>
      {tn(found, 'Looking through the folders: {n} file so far', 'Looking through the folders: {n} files so far')}
      <button type='button' class='quiet' onClick={cancel}>{t('Cancel')}</button>
    </p>
  )
}
