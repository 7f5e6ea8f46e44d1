import { useState } from 'preact/hooks'
import { optionProblem } from '../../lib/command/call/option-problem.ts'
import type { OptionInfo } from '../../lib/command/info/command-info.ts'
import { listed } from '../../lib/text/format.ts'
import { t, words } from '../../lib/text/t.ts'
import type { Words } from '../../lib/text/t.ts'
import { Field } from './field.tsx'

const INPUT_MODES: Partial<Record<OptionInfo['type'], 'text' | 'decimal'>> = { string: 'text', float: 'decimal' }

/** Returns the values that a text in the field stands for. */
function valuesOf (text: string, type: OptionInfo['type']): readonly string[] {
  if (text === '') {
    return []
  }
  return type === 'array' ? text.split('\n').filter((line) => line !== '') : [text]
}

/** Input for an option, by its type. Unchanged options are not sent. */
export function OptionInput (
  { option, values, onChange }: {
    option: OptionInfo
    values: readonly string[] | undefined
    onChange: (values: readonly string[]) => void
  }
) {
  const { names: [name, ...aliases], type, help, default: fallback } = option
  // An invalid value is not written to the line, and stays in the field to be corrected.
  const [draft, setDraft] = useState<string>()
  const [value = ''] = values ?? []
  const problem = draft == null ? undefined : optionProblem(option, draft)

  function write (text: string): void {
    const isGood = text === '' || optionProblem(option, text) == null
    setDraft(isGood ? undefined : text)
    if (isGood) {
      onChange(valuesOf(text, type))
    }
  }

  const facts = [
    ...aliases.map((alias) => alias.length === 1 ? `-${alias}` : `--${alias}`),
    listed([
      t(WORDS[type]),
      ...fallback == null || fallback === '' ? [] : [t('{value} by default', { value: String(fallback) })]
    ])
  ].join(' ')

  return (
    <Field name={`--${name}`} facts={facts} help={help} problem={problem}>
      {(field) => (
        <>
          {type === 'bool' && (
            <select
              {...field}
              value={value === '' ? '' : String(/^(1|t)/i.test(value))}
              onChange={({ currentTarget }) => {
                write(currentTarget.value)
              }}
            >
              <option value=''>{t('default')}</option>
              <option value='true'>{t('yes')}</option>
              <option value='false'>{t('no')}</option>
            </select>
          )}
          {type === 'array' && (
            <textarea
              {...field}
              rows={2}
              spellcheck={false}
              autocomplete='off'
              value={(values ?? []).join('\n')}
              onChange={({ currentTarget }) => {
                write(currentTarget.value)
              }}
            />
          )}
          {type !== 'bool' && type !== 'array' && (
            <input
              type='text'
              {...field}
              inputMode={INPUT_MODES[type] ?? 'numeric'}
              spellcheck={false}
              autocapitalize='none'
              autocomplete='off'
              value={draft ?? value}
              aria-invalid={problem != null}
              onInput={({ currentTarget }) => {
                write(currentTarget.value)
              }}
            />
          )}
        </>
      )}
    </Field>
  )
}

const WORDS: Record<OptionInfo['type'], Words> = {
  bool: words('yes or no'),
  int: words('number'),
  int64: words('number'),
  uint: words('number'),
  uint64: words('number'),
  float: words('number'),
  string: words('text'),
  array: words('texts, one per line')
}
