import type { RefObject } from 'preact'
import type { Choice } from '../../folder/lib/chosen-entries.ts'
import { ENTRY_KINDS } from '../../folder/lib/entry-kind.ts'
import { t } from '../../lib/text/t.ts'
import { Icon } from '../../page/controls/icon.tsx'

interface ListToolsProps {
  search: RefObject<HTMLInputElement | null>
  choice: Pick<Choice, 'text' | 'kind'>
  choose: (part: Partial<Choice>) => void
  asTiles: boolean
  showAsTiles: (asTiles: boolean) => void
  showsDetails: boolean
  showDetails: (shows: boolean) => void
  showKeys: () => void
}

/** Filter and view of a list, and its main actions. */
export function ListTools ({ search, choice: { text, kind }, choose, ...view }: ListToolsProps) {
  return (
    <div class='list-tools' role='group' aria-label={t('Tools')}>
      <input
        ref={search}
        type='search'
        value={text}
        aria-label={t('Filter this list')}
        placeholder={t('Filter')}
        autocomplete='off'
        spellcheck={false}
        onInput={({ currentTarget }) => {
          choose({ text: currentTarget.value })
        }}
      />
      <select
        aria-label={t('Type')}
        value={kind}
        onChange={({ currentTarget }) => {
          choose({ kind: currentTarget.value as Choice['kind'] })
        }}
      >
        <option value='all'>{t('All types')}</option>
        {Object.entries(ENTRY_KINDS).map(([value, label]) => <option key={value} value={value}>{t(label)}</option>)}
      </select>
      <Toggle
        icon={view.asTiles ? 'list' : 'grid'}
        label={t('Grid view')}
        isOn={view.asTiles}
        set={view.showAsTiles}
      />
      <Toggle icon='info' label={t('Details')} isOn={view.showsDetails} set={view.showDetails} />
      <button type='button' class='quiet icon-only' aria-label={t('Keyboard shortcuts')} onClick={view.showKeys}>
        ?
      </button>
    </div>
  )
}

function Toggle (
  { icon, label, isOn, set }: {
    icon: 'list' | 'grid' | 'info'
    label: string
    isOn: boolean
    set: (isOn: boolean) => void
  }
) {
  return (
    <button
      type='button'
      class='quiet icon-only'
      aria-pressed={isOn}
      aria-label={label}
      title={label}
      onClick={() => {
        set(!isOn)
      }}
    >
      <Icon of={icon} />
    </button>
  )
}
