import { useId, useState } from 'preact/hooks'
import type { Json, SettingInfo } from '../../../lib/command/info/setting-info.ts'
import { settingLine } from '../../../lib/command/lines/setting-line.ts'
import { t, words } from '../../../lib/text/t.ts'
import type { Words } from '../../../lib/text/t.ts'
import { RunInConsole } from '../../../page/controls/run-in-console.tsx'
import { HelpText } from '../../../page/text/help-text.tsx'
import { isSameSetting, readSetting, settingText } from '../../lib/setting-value.ts'
import { keepSetting } from '../../state/configuration.ts'

/** Settings that cannot be edited: the node hides their secrets, or they are its identity. */
const NOT_HERE: Partial<Record<string, Words>> = {
  'Identity.PeerID': words('This setting cannot be changed.'),
  'Identity.PrivKey': words('Hidden.'),
  'API.Authorizations': words('Tokens are hidden. Change this setting in the console.'),
  'Pinning.RemoteServices': words(
    'Access tokens are hidden. Add a service in the console with “pin remote service add”.'
  )
}

const UNITS: Partial<Record<SettingInfo['kind'], Words>> = {
  duration: words('duration, for example 1h30m'),
  size: words('size, for example 10MB'),
  list: words('one per line'),
  json: words('JSON'),
  integer: words('whole number')
}

/** A setting: description, field, and reset button. */
export function SettingRow ({ setting, value }: { setting: SettingInfo; value: Json }) {
  const { key, kind, acts, how, default: fallback } = setting
  const isHidden = key in NOT_HERE
  const kept = settingText(value, setting)
  /** unsaved text of the field */
  const [typed, setTyped] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [ran, setRan] = useState<string>()
  const id = useId()
  const [unit, notHere] = [UNITS[kind], NOT_HERE[key]]
  const text = typed ?? kept
  const isChanged = !isSameSetting(value, fallback)

  const line = text === kept ? ran : lineOf(key, text, setting)

  function take (text?: string): void {
    setTyped(text)
    setProblem(undefined)
  }

  async function save (next: () => Json): Promise<void> {
    setBusy(true)

    try {
      const value = next()
      await keepSetting(key, value)
      setRan(settingLine(key, value))
      take()
    } catch (err) {
      setProblem((err as Error).message)
    } finally {
      setBusy(false)
    }
  }

  const field = {
    id,
    'aria-invalid': problem != null,
    'aria-describedby': `${id}-how${problem == null ? '' : ` ${id}-problem`}`,
    disabled: busy
  }

  return (
    <form
      class='setting'
      data-key={key}
      onSubmit={(event) => {
        event.preventDefault()
        void save(() => readSetting(text, setting))
      }}
    >
      <div class='setting-head'>
        <label for={isHidden ? undefined : id}>
          <code>{key}</code>
        </label>
        {!acts && <span class='tag'>{t('no effect here')}</span>}
        {isChanged && !isHidden && <span class='tag changed'>{t('changed')}</span>}
      </div>
      <p id={`${id}-how`} class='facts'>
        {how !== '' && <HelpText as='bdi' of={how} />}
        {unit != null && !isHidden && `${how === '' ? '' : ' · '}${t(unit)}`}
      </p>
      {isHidden
        ? <HiddenValue kept={kept} reason={notHere} />
        : (
          <div class='actions'>
            <ValueField setting={setting} text={text} onText={take} field={field} />
            {text !== kept && (
              <>
                <button type='submit' class='main' disabled={busy}>{t('Save')}</button>
                <button
                  type='button'
                  class='quiet'
                  disabled={busy}
                  onClick={() => {
                    take()
                  }}
                >
                  {t('Undo')}
                </button>
              </>
            )}
            {isChanged && text === kept && (
              <button
                type='button'
                class='quiet'
                disabled={busy}
                aria-label={t('Reset {key} to its default', { key })}
                onClick={() => {
                  void save(() => fallback)
                }}
              >
                {t('Reset')}
              </button>
            )}
            {line != null && <RunInConsole line={line} />}
          </div>
        )}
      {problem != null && <p id={`${id}-problem`} class='state bad' role='alert'>{problem}</p>}
    </form>
  )
}

function HiddenValue ({ kept, reason }: { kept: string; reason: Words | undefined }) {
  return (
    <p class='facts'>
      {kept !== '' && kept !== '{}' && (
        <>
          <code>{kept}</code>
          {' · '}
        </>
      )}
      {reason != null && t(reason)}
    </p>
  )
}

/** @param field - attributes of the field of any kind */
function ValueField (
  { setting: { kind, default: fallback }, text, onText, field }: {
    setting: SettingInfo
    text: string
    onText: (text: string) => void
    field: { id: string; 'aria-invalid': boolean; 'aria-describedby': string; disabled: boolean }
  }
) {
  const typed = {
    ...field,
    value: text,
    placeholder: fallback === null ? t('not set') : undefined,
    spellcheck: false,
    autocomplete: 'off',
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => {
      onText(currentTarget.value)
    }
  } as const

  switch (kind) {
    case 'bool':
      return (
        <select
          {...field}
          value={text}
          onChange={({ currentTarget }) => {
            onText(currentTarget.value)
          }}
        >
          {(fallback === null || text === '') && <option value=''>{t('default')}</option>}
          <option value='true'>{t('yes')}</option>
          <option value='false'>{t('no')}</option>
        </select>
      )
    case 'list':
    case 'json':
      return <textarea {...typed} rows={Math.min(8, Math.max(2, text.split('\n').length))} />
    default:
      return (
        <input type='text' {...typed} inputMode={kind === 'integer' ? 'numeric' : undefined} autocapitalize='none' />
      )
  }
}

/** Returns the command line that sets the field's value; undefined if it is invalid. */
function lineOf (key: string, text: string, setting: SettingInfo): string | undefined {
  try {
    return settingLine(key, readSetting(text, setting))
  } catch {
    return undefined
  }
}
