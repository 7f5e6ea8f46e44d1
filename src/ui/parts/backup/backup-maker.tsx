import { useEffect, useRef, useState } from 'preact/hooks'
import { bytes, count } from '../../lib/format.ts'
import { useStore } from '../../lib/store.ts'
import { backup, forgetBackup, makeBackup, stopBackup } from '../../state/backup/backup.ts'
import type { BackupState } from '../../state/backup/backup.ts'
import { Problem } from '../problem.tsx'

const MIN_PASSWORD_CHARS = 8

/** Makes a backup: of what, and how far it is. */
export function BackupMaker () {
  const state = useStore(backup)
  const begin = useRef<HTMLButtonElement>(null)
  const isIdle = state.is === 'idle' || state.is === 'failed'

  // the button that had the focus went with what stood there before
  useEffect(() => { if (isIdle) begin.current?.focus() }, [isIdle])

  return (
    <div class='backup-part'>
      {isIdle && <MakerForm begin={begin} />}
      {state.is === 'failed' && <Problem problem={state.problem} />}
      {(state.is === 'gathering' || state.is === 'writing') && <Making state={state} />}
      {state.is === 'done' && <Made state={state} />}
    </div>
  )
}

function MakerForm ({ begin }: { begin: { current: HTMLButtonElement | null } }) {
  const [withKeys, setWithKeys] = useState(false)
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)

  function submit (): void {
    const wrong = !withKeys ? undefined : [...password].length < MIN_PASSWORD_CHARS ? `The password needs ${MIN_PASSWORD_CHARS} characters at least.` : password !== again ? 'The two passwords differ.' : undefined
    setProblem(wrong)

    if (wrong == null) void makeBackup(withKeys ? password : undefined)
    else field.current?.focus()
  }

  return (
    <form class='backup-form' onSubmit={(event) => { event.preventDefault(); submit() }}>
      <p>Everything that is kept here, with its names, and your files go into one file (a CAR, which other IPFS tools read too). Restore it here or in another browser. The content in it is not encrypted.</p>
      <label class='check'><input type='checkbox' checked={withKeys} onChange={({ currentTarget }) => { setWithKeys(currentTarget.checked) }} /> The keys too, behind a password</label>
      {withKeys && (
        <>
          <p class='facts' id='backup-password-facts'>Whoever has the keys can publish under your names. Without the password nobody can get them out of the file, you neither.</p>
          <div class='backup-fields'>
            <label>Password <input ref={field} type='password' autocomplete='new-password' value={password} aria-invalid={problem != null} aria-describedby={problem == null ? 'backup-password-facts' : 'backup-password-problem'} onInput={({ currentTarget }) => { setPassword(currentTarget.value) }} /></label>
            <label>The same again <input type='password' autocomplete='new-password' value={again} onInput={({ currentTarget }) => { setAgain(currentTarget.value) }} /></label>
          </div>
          {problem != null && <p id='backup-password-problem' class='state bad' role='alert'>{problem}</p>}
        </>
      )}
      <div class='actions'><button type='submit' class='main' ref={begin}>Make the backup</button></div>
    </form>
  )
}

function Making ({ state }: { state: Extract<BackupState, { is: 'gathering' | 'writing' }> }) {
  const stop = useRef<HTMLButtonElement>(null)
  useEffect(() => { stop.current?.focus() }, [])

  return (
    <>
      <progress aria-label='Making the backup' max={state.is === 'writing' ? Math.max(1, state.totalBytes) : undefined} value={state.is === 'writing' ? Math.min(state.bytes, state.totalBytes) : undefined} />
      <p class='facts'>{state.is === 'writing' ? `${bytes(state.bytes)} of ${bytes(state.totalBytes)} written` : `Looking whether all is here: ${bytes(state.bytes)} so far`}</p>
      <div class='actions'><button type='button' ref={stop} onClick={stopBackup}>Cancel</button></div>
    </>
  )
}

function Made ({ state: { bytes: size, about: { pins, files, lacking }, keys, href } }: { state: Extract<BackupState, { is: 'done' }> }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => { place.current?.focus() }, [])

  return (
    <div ref={place} tabIndex={-1} class='notice-place backup-part'>
      <p><strong>{href == null ? 'The backup is saved.' : 'The backup is ready.'}</strong> {[count(pins.length, 'kept item'), ...files.length > 0 ? ['your files'] : [], ...keys > 0 ? [count(keys, 'key')] : [], bytes(size)].join(' · ')}</p>
      {lacking.length > 0 && (
        <details>
          <summary>{count(lacking.length, 'item is', 'items are')} not in it: blocks are missing here</summary>
          <ul class='backup-list'>{lacking.slice(0, 100).map(({ cid, name }) => <li key={`${cid} ${name}`}><bdi>{name || 'Without a name'}</bdi> <code class='cid' title={cid}>{cid}</code></li>)}</ul>
        </details>
      )}
      <div class='actions'>
        {href != null && <a class='button' href={href}>Save the backup</a>}
        <button type='button' class='quiet' onClick={forgetBackup}>Dismiss</button>
      </div>
    </div>
  )
}
