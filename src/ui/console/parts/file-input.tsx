import { useState } from 'preact/hooks'
import type { ArgumentInfo } from '../../lib/command/info/command-info.ts'
import { bytes, listed } from '../../lib/text/format.ts'
import { t, tn } from '../../lib/text/t.ts'
import { HelpText } from '../../page/text/help-text.tsx'
import { Name } from '../../page/text/name.tsx'

const WRITTEN = 'written.txt'

/** Input for a file argument: picked files, or text. */
export function FileInput (
  { argument: { name, help, required, variadic }, files, onPick }: {
    argument: ArgumentInfo
    files: readonly File[]
    onPick: (files: readonly File[]) => void
  }
) {
  const [text, setText] = useState('')

  return (
    <div class='field' role='group' aria-label={name}>
      <span>
        <code>{name}</code>{' '}
        <span class='facts'>
          {listed([required ? t('required') : t('optional'), variadic ? t('files') : t('a file')])}
        </span>
      </span>
      <input
        type='file'
        multiple={variadic}
        aria-label={t('Select {name}', { name })}
        data-pick='console'
        onChange={({ currentTarget }) => {
          setText('')
          onPick([...currentTarget.files ?? []])
        }}
      />
      {files.length > 0 && (
        <ul class='facts'>
          {files.slice(0, 5).map((file) => (
            <li key={file.name}>
              <Name of={file.name || t('Unnamed')} />
              {t(', ')}
              {bytes(file.size)}
            </li>
          ))}
          {files.length > 5 && <li>{tn(files.length - 5, 'and {n} more', 'and {n} more')}</li>}
        </ul>
      )}
      <label>
        {t('or its content')}{' '}
        <textarea
          rows={2}
          spellcheck={false}
          value={text}
          onInput={({ currentTarget: { value } }) => {
            setText(value)
            onPick(value === '' ? [] : [new File([value], WRITTEN)])
          }}
        />
      </label>
      <HelpText as='span' class='facts' of={help} />
    </div>
  )
}
