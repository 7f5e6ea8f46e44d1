import { useEffect, useRef, useState } from 'preact/hooks'
import { bytes, count } from '../../lib/format.ts'
import { useStore } from '../../lib/store.ts'
import { forgetRestore, openBackup, restore, restoreBackup, stopRestore } from '../../state/backup/restore.ts'
import type { Restored, RestoreState } from '../../state/backup/restore.ts'
import { Problem } from '../problem.tsx'

const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' })
const MAX_SHOWN = 100

/** Restores a backup: shows first what is in it. */
export function BackupRestorer () {
  const state = useStore(restore)
  const file = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isIdle = state.is === 'idle'

  useEffect(() => { if (isIdle) button.current?.focus() }, [isIdle])

  return (
    <div class='backup-part'>
      {isIdle && (
        <>
          <p>Choose a file that was made by “Back up”. What is in it is shown before anything is changed.</p>
          <div class='actions'><button type='button' class='main' ref={button} onClick={() => file.current?.click()}>Choose the backup</button></div>
          {state.problem != null && <Problem problem={state.problem} />}
        </>
      )}
      <input ref={file} type='file' accept='.car,application/vnd.ipld.car' hidden aria-hidden='true' tabIndex={-1} data-pick='backup'
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          if (chosen != null) void openBackup(chosen)
          currentTarget.value = ''
        }} />
      {state.is === 'found' && <Found state={state} />}
      {(state.is === 'importing' || state.is === 'pinning') && <Restoring state={state} />}
      {state.is === 'done' && <Done restored={state.restored} />}
    </div>
  )
}

function Found ({ state: { file, backup, choice, problem } }: { state: Extract<RestoreState, { is: 'found' }> }) {
  const { manifest: { at, keys }, about: { pins, files, lacking } } = backup
  const [wanted, setWanted] = useState({ pins: choice?.pins ?? pins.length > 0, files: choice?.files ?? files.length > 0, keys: choice?.password != null })
  const [password, setPassword] = useState(choice?.password ?? '')
  const [whenTaken, setWhenTaken] = useState(choice?.whenTaken ?? 'rename')
  const place = useRef<HTMLFormElement>(null)
  const isNothing = !wanted.pins && !wanted.files && !(wanted.keys && password !== '')

  useEffect(() => { place.current?.focus() }, [])

  return (
    <form ref={place} tabIndex={-1} class='backup-form notice-place' aria-label='What to restore' onSubmit={(event) => {
      event.preventDefault()
      void restoreBackup(file, backup, { pins: wanted.pins, files: wanted.files, password: wanted.keys ? password : undefined, whenTaken })
    }}>
      <p><strong>Backup of {made(at)}</strong>, {bytes(file.size)}. Nothing that is here is replaced or removed.</p>
      <label class='check'><input type='checkbox' disabled={pins.length === 0} checked={wanted.pins} onChange={({ currentTarget }) => { setWanted({ ...wanted, pins: currentTarget.checked }) }} /> {count(pins.length, 'kept item')}</label>
      {pins.length > 0 && (
        <details>
          <summary>Which</summary>
          <ul class='backup-list'>{pins.slice(0, MAX_SHOWN).map(({ cid, name, type }) => <li key={`${type} ${cid}`}><bdi>{name || 'Without a name'}</bdi> <code class='cid' title={cid}>{cid}</code></li>)}</ul>
          {pins.length > MAX_SHOWN && <p class='facts'>and {count(pins.length - MAX_SHOWN, 'more', 'more')}</p>}
        </details>
      )}
      <label class='check'><input type='checkbox' disabled={files.length === 0} checked={wanted.files} onChange={({ currentTarget }) => { setWanted({ ...wanted, files: currentTarget.checked }) }} /> {files.length === 0 ? 'No files' : 'The files; where there are files here, in a folder beside them'}</label>
      {keys != null && (
        <>
          <label class='check'><input type='checkbox' checked={wanted.keys} onChange={({ currentTarget }) => { setWanted({ ...wanted, keys: currentTarget.checked }) }} /> {count(keys.count, 'key')}, for which the password is needed</label>
          {wanted.keys && (
            <div class='backup-fields'>
              <label>Password <input type='password' autocomplete='off' required value={password} onInput={({ currentTarget }) => { setPassword(currentTarget.value) }} /></label>
              <label>A name that another key has here <select value={whenTaken} onChange={({ currentTarget }) => { setWhenTaken(currentTarget.value as 'rename' | 'skip') }}>
                <option value='rename'>Give the new key a number</option>
                <option value='skip'>Leave the new key out</option>
              </select></label>
            </div>
          )}
        </>
      )}
      {lacking.length > 0 && <p class='facts'>{count(lacking.length, 'item', 'items')} could not go along when it was made: blocks were missing there.</p>}
      {problem != null && <Problem problem={problem} />}
      <div class='actions'>
        <button type='submit' class='main' disabled={isNothing}>Restore</button>
        <button type='button' class='quiet' onClick={forgetRestore}>Cancel</button>
      </div>
    </form>
  )
}

function Restoring ({ state }: { state: Extract<RestoreState, { is: 'importing' | 'pinning' }> }) {
  const stop = useRef<HTMLButtonElement>(null)
  const isImporting = state.is === 'importing'
  const of = isImporting ? state.file.size : state.backup.about.pins.length
  const done = isImporting ? state.bytes : state.done

  useEffect(() => { stop.current?.focus() }, [])

  return (
    <>
      <progress aria-label='Restoring' max={Math.max(1, of)} value={isImporting && done === 0 ? undefined : Math.min(done, of)} />
      <p class='facts'>{isImporting ? `${bytes(done)} of ${bytes(of)} came in` : `${done.toLocaleString('en')} of ${count(of, 'item')} kept`}</p>
      <div class='actions'><button type='button' ref={stop} onClick={stopRestore}>Cancel</button></div>
    </>
  )
}

function Done ({ restored: { pins, folder, keys = [] } }: { restored: Restored }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => { place.current?.focus() }, [])

  return (
    <div ref={place} tabIndex={-1} class='notice-place backup-part'>
      <p><strong>The backup is restored.</strong></p>
      <ul class='backup-list'>
        {pins != null && <li>{pins.added === pins.of ? `${count(pins.of, 'item')} kept` : `${count(pins.added, 'item')} kept, ${count(pins.of - pins.added, 'was', 'were')} already`}</li>}
        {folder != null && <li>The files are in <a href={folder === '/' ? '#/files' : `#/files/${encodeURIComponent(folder.slice(1))}`}><bdi>{folder === '/' ? 'Files' : folder.slice(1)}</bdi></a></li>}
        {keys.map(({ name, is, as }) => <li key={name}>Key <bdi>{name}</bdi>: {is === 'here' ? 'is here already' : is === 'taken' ? 'left out, its name is taken' : as === name ? 'restored' : <>restored as <bdi>{as}</bdi></>}</li>)}
      </ul>
      <div class='actions'><button type='button' class='quiet' onClick={forgetRestore}>Dismiss</button></div>
    </div>
  )
}

function made (at: string): string {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? 'an unknown day' : DATE.format(date)
}
