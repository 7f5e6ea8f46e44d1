import type { Choice } from '../lib/chosen-entries.ts'
import { ENTRY_KINDS } from '../lib/entry-kind.ts'

const SORTS: Readonly<Record<Choice['sort'], string>> = { name: 'Name', size: 'Size', kind: 'Type' }

/** What a person chooses of a folder; it counts while they type. */
export function FolderTools ({ choice: { text, kind, sort, descending }, choose }: { choice: Choice, choose: (part: Partial<Choice>) => void }) {
  return (
    <form class='tools' role='search' aria-label='Entries of this folder' onSubmit={(event) => { event.preventDefault() }}>
      <label class='wide'>Names with <input type='search' value={text} autocomplete='off' spellcheck={false} onInput={({ currentTarget }) => { choose({ text: currentTarget.value }) }} /></label>
      <label>Type <select value={kind} onChange={({ currentTarget }) => { choose({ kind: currentTarget.value as Choice['kind'] }) }}>
        <option value='all'>All</option>
        {Object.entries(ENTRY_KINDS).map(([value, label]) => <option key={value} value={value}>{label}</option>)}
      </select></label>
      <label>Order <select value={sort} onChange={({ currentTarget }) => { choose({ sort: currentTarget.value as Choice['sort'] }) }}>
        {Object.entries(SORTS).map(([value, label]) => <option key={value} value={value}>{label}</option>)}
      </select></label>
      <button type='button' aria-pressed={descending} onClick={() => { choose({ descending: !descending }) }}>Reversed</button>
    </form>
  )
}
