import { useStore } from '../../lib/reactive/store.ts'
import { t } from '../../lib/text/t.ts'
import { keepDates } from '../state/keep-dates.ts'

/** Whether file dates are stored with uploads, with an explanation while it is on. */
export function KeepDatesChoice () {
  const isOn = useStore(keepDates)

  return (
    <>
      <label class='check'>
        <input
          type='checkbox'
          checked={isOn}
          onChange={({ currentTarget }) => {
            keepDates.set(currentTarget.checked)
          }}
        />{' '}
        {t('Keep their dates')}
      </label>
      {isOn && (
        <p class='facts whole'>
          {t(
            'The date of each file is stored with it, as by “ipfs add --preserve-mtime”: the same bytes have another CID than without.'
          )}
        </p>
      )}
    </>
  )
}
