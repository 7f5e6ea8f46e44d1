import { useEffect, useState } from 'preact/hooks'
import { settingLine } from '../../lib/command/lines/setting-line.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { t } from '../../lib/text/t.ts'
import { RunInConsole } from '../../page/controls/run-in-console.tsx'
import { keepSources } from '../state/network-sources.ts'
import { networkSources } from '../state/network-sources.ts'
import type { SourceKey } from '../state/network-sources.ts'

/** A field for a setting with one value per line. */
export function ListSetting ({ name, label }: { name: SourceKey; label: string }) {
  const values = useStore(networkSources).lists?.[name]
  const stored = values?.join('\n') ?? ''
  const [text, setText] = useState(stored)
  const lines = text.split('\n').map((line) => line.trim()).filter((line) => line !== '')

  // Another tab may change it.
  useEffect(() => {
    setText(stored)
  }, [stored])

  return (
    <form
      class='list-setting'
      onSubmit={(event) => {
        event.preventDefault()
        void keepSources(name, lines)
      }}
    >
      <label>
        {label} <code class='facts'>{name}</code>
        <textarea
          rows={Math.max(2, values?.length ?? 0)}
          value={text}
          disabled={values == null}
          dir='ltr'
          spellcheck={false}
          autocomplete='off'
          onInput={({ currentTarget }) => {
            setText(currentTarget.value)
          }}
        />
      </label>
      <div class='actions'>
        <button type='submit' disabled={lines.join('\n') === stored}>{t('Save')}</button>
        <RunInConsole line={settingLine(name, lines)} />
      </div>
    </form>
  )
}
