import { useEffect, useState } from 'preact/hooks'
import { t, tn } from '../../lib/text/t.ts'

/** Delay before it is displayed, so that it does not flash. */
const LONG_MS = 300

/** Progress while a drop is read, with a cancel button. */
export function ReadingDrop ({ found, cancel }: { found: number; cancel: () => void }) {
  const [isLong, setLong] = useState(false)

  useEffect(() => {
    const timer = setTimeout(() => {
      setLong(true)
    }, LONG_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [])

  return !isLong ? null : (
    <p class='actions' role='status'>
      {tn(found, 'Reading folders: {n} file so far', 'Reading folders: {n} files so far')}
      <button type='button' class='quiet' onClick={cancel}>{t('Cancel')}</button>
    </p>
  )
}
