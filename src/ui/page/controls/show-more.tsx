import { t } from '../../lib/text/t.ts'

/** The button below a list that shows more of its rows. */
export function ShowMore ({ left, show }: { left: number; show: () => void }) {
  return left <= 0
    ? null
    : (
      <p class='actions'>
        <button type='button' onClick={show}>{t('Show more ({n})', { n: left })}</button>
      </p>
    )
}
