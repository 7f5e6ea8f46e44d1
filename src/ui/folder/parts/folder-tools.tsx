import { t, words } from '../../lib/text/t.ts'
import type { Words } from '../../lib/text/t.ts'
import type { Choice } from '../lib/chosen-entries.ts'
import { ENTRY_KINDS } from '../lib/entry-kind.ts'

const SORTS: Readonly<Record<Choice['sort'], Words>> = {
  name: words('Name'),
  size: words('Size'),
  kind: words('Type'),
  date: words('Date')
}

/** Filter and sort inputs of a folder, applied while typing. */
export function FolderTools (
  { choice: { text, kind, sort, descending }, choose }: { choice: Choice; choose: (part: Partial<Choice>) => void }
) {
  return (
    <form
      class='tools'
      role='search'
      aria-label={t('Entries of this folder')}
      onSubmit={(event) => {
        event.preventDefault()
      }}
    >
      <label class='wide'>
        {t('Names with')}{' '}
        <input
          type='search'
          value={text}
          autocomplete='off'
          spellcheck={false}
          onInput={({ currentTarget }) => {
            choose({ text: currentTarget.value })
          }}
        />
      </label>
      <label>
        {t('Type')}{' '}
        <select
          value={kind}
          onChange={({ currentTarget }) => {
            choose({ kind: currentTarget.value as Choice['kind'] })
          }}
        >
          <option value='all'>{t('All')}</option>
          {Object.entries(ENTRY_KINDS).map(([value, label]) => <option key={value} value={value}>{t(label)}</option>)}
        </select>
      </label>
      <label>
        {t('Order')}{' '}
        <select
          value={sort}
          onChange={({ currentTarget }) => {
            choose({ sort: currentTarget.value as Choice['sort'], descending: currentTarget.value === 'date' })
          }}
        >
          {Object.entries(SORTS).map(([value, label]) => <option key={value} value={value}>{t(label)}</option>)}
        </select>
      </label>
      <button
        type='button'
        aria-pressed={descending}
        onClick={() => {
          choose({ descending: !descending })
        }}
      >
        {t('Reversed')}
      </button>
    </form>
  )
}
