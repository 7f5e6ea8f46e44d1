import { t } from '../../lib/text/t.ts'

/** Advice if the browser denies persistent storage. */
export function PersistenceRefused () {
  return (
    <p>
      {t(
        'Your browser said no for now. Installing the app or bookmarking it usually helps. Meanwhile, make a backup.'
      )}
    </p>
  )
}
