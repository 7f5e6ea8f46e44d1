import { t } from '../../lib/text/t.ts'

/** Advice if the browser denies persistent storage. */
export function PersistenceRefused () {
  return (
    <p>
      {t(
        'The browser did not agree. Some decide by how much a site is used: installing this page, or a bookmark of it, helps. A backup is safe from it.'
      )}
    </p>
  )
}
