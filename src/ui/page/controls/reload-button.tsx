import { t } from '../../lib/text/t.ts'

/** The button of problems that another load of the page may solve. */
export function ReloadButton () {
  return (
    <button
      type='button'
      onClick={() => {
        location.reload()
      }}
    >
      {t('Reload the page')}
    </button>
  )
}
