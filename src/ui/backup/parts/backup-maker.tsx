import { useEffect, useRef, useState } from 'preact/hooks'
import { ranLine } from '../../lib/command/lines/ran-line.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { bytes } from '../../lib/text/format.ts'
import { t, tn } from '../../lib/text/t.ts'
import { RunInConsole } from '../../page/controls/run-in-console.tsx'
import { Problem } from '../../page/loading/problem.tsx'
import { Name } from '../../page/text/name.tsx'
import { backup, forgetBackup, makeBackup, stopBackup } from '../state/backup.ts'
import type { BackupState } from '../state/backup.ts'

const MIN_PASSWORD_CHARS = 8

/** Makes a backup, and shows its content and progress. */
export function BackupMaker () {
  const state = useStore(backup)
  const begin = useRef<HTMLButtonElement>(null)
  const isIdle = state.is === 'idle' || state.is === 'failed'

  // The button with the focus was removed with the previous view.
  useEffect(() => {
    if (isIdle) {
      begin.current?.focus()
    }
  }, [isIdle])

  return (
    <div class='backup-part'>
      {isIdle && <MakerForm begin={begin} />}
      {state.is === 'failed' && <Problem problem={state.problem} />}
      {(state.is === 'gathering' || state.is === 'writing') && <Making state={state} />}
      {state.is === 'done' && <Made state={state} />}
    </div>
  )
}

function passwordProblem (password: string, again: string): string | undefined {
  if ([...password].length < MIN_PASSWORD_CHARS) {
    return tn(MIN_PASSWORD_CHARS, 'Use at least {n} character.', 'Use at least {n} characters.')
  }
  return password === again ? undefined : t('The passwords don’t match.')
}

function MakerForm ({ begin }: { begin: { current: HTMLButtonElement | null } }) {
  const [withKeys, setWithKeys] = useState(false)
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)

  function submit (): void {
    const wrong = withKeys ? passwordProblem(password, again) : undefined
    setProblem(wrong)

    if (wrong == null) {
      void makeBackup(withKeys ? password : undefined)
    } else {
      field.current?.focus()
    }
  }

  return (
    <form
      class='backup-form'
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <p>
        {t(
          'Saves all files and pins with their names to one CAR file, which other IPFS tools can read too. Restore it here or in another browser. The content is not encrypted.'
        )}
      </p>
      <label class='check'>
        <input
          type='checkbox'
          checked={withKeys}
          onChange={({ currentTarget }) => {
            setWithKeys(currentTarget.checked)
          }}
        />{' '}
        {t('Include keys (password-protected)')}
      </label>
      {withKeys && (
        <>
          <p class='facts' id='backup-password-facts'>
            {t(
              'Anyone with the keys can publish under your names. Without the password no one can read them from the file, not even you.'
            )}
          </p>
          <div class='backup-fields'>
            <label>
              {t('Password')}{' '}
              <input
                ref={field}
                type='password'
                autocomplete='new-password'
                value={password}
                aria-invalid={problem != null}
                aria-describedby={problem == null ? 'backup-password-facts' : 'backup-password-problem'}
                onInput={({ currentTarget }) => {
                  setPassword(currentTarget.value)
                }}
              />
            </label>
            <label>
              {t('Repeat password')}{' '}
              <input
                type='password'
                autocomplete='new-password'
                value={again}
                onInput={({ currentTarget }) => {
                  setAgain(currentTarget.value)
                }}
              />
            </label>
          </div>
          {problem != null && <p id='backup-password-problem' class='state bad' role='alert'>{problem}</p>}
        </>
      )}
      <div class='actions'>
        <button type='submit' class='main' ref={begin}>{t('Make backup')}</button>
      </div>
    </form>
  )
}

function Making ({ state }: { state: Extract<BackupState, { is: 'gathering' | 'writing' }> }) {
  const stop = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    stop.current?.focus()
  }, [])

  return (
    <>
      <progress
        aria-label={t('Making a backup')}
        max={state.is === 'writing' ? Math.max(1, state.totalBytes) : undefined}
        value={state.is === 'writing' ? Math.min(state.bytes, state.totalBytes) : undefined}
      />
      <p class='facts'>
        {state.is === 'writing'
          ? t('{size} of {total} written', { size: bytes(state.bytes), total: bytes(state.totalBytes) })
          : t('Checking that everything is here: {size} so far', { size: bytes(state.bytes) })}
      </p>
      <div class='actions'>
        <button type='button' ref={stop} onClick={stopBackup}>{t('Cancel')}</button>
      </div>
    </>
  )
}

function Made (
  { state: { root, bytes: size, about: { pins, files, lacking }, keys, href } }: {
    state: Extract<BackupState, { is: 'done' }>
  }
) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.focus()
  }, [])

  return (
    <div ref={place} tabIndex={-1} class='notice-place backup-part'>
      <p>
        <strong>{href == null ? t('The backup was downloaded.') : t('The backup is ready.')}</strong> {[
          tn(pins.length, '{n} pinned item', '{n} pinned items'),
          ...files.length > 0 ? [t('your files')] : [],
          ...keys > 0 ? [tn(keys, '{n} key', '{n} keys')] : [],
          bytes(size)
        ].join(' · ')}
      </p>
      {lacking.length > 0 && (
        <details>
          <summary>
            {tn(
              lacking.length,
              '{n} item is not included: blocks are missing on this device',
              '{n} items are not included: blocks are missing on this device'
            )}
          </summary>
          <ul class='backup-list'>
            {lacking.slice(0, 100).map(({ cid, name }) => (
              <li key={`${cid} ${name}`}>
                <Name of={name || t('Unnamed')} /> <code class='cid' title={cid}>{cid}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
      <div class='actions'>
        {href != null && <a class='button' href={href}>{t('Download backup')}</a>}
        <button type='button' class='quiet' onClick={forgetBackup}>{t('Dismiss')}</button>
        <RunInConsole line={ranLine('dag/export', [root])} />
      </div>
    </div>
  )
}
