import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { RestoredKey } from '../../../client/index.ts'
import { ranLine } from '../../lib/command/lines/ran-line.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { bytes, listed, moment } from '../../lib/text/format.ts'
import { rich } from '../../lib/text/rich.ts'
import { t, tn } from '../../lib/text/t.ts'
import { RunInConsole } from '../../page/controls/run-in-console.tsx'
import { Problem } from '../../page/loading/problem.tsx'
import { Name } from '../../page/text/name.tsx'
import { forgetRestore, openBackup, restore, restoreBackup, stopRestore } from '../state/restore.ts'
import type { Restored, RestoreState } from '../state/restore.ts'

const MAX_SHOWN = 100

/** Restores a backup, and first shows its content. */
export function BackupRestorer () {
  const state = useStore(restore)
  const file = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isIdle = state.is === 'idle'

  useEffect(() => {
    if (isIdle) {
      button.current?.focus()
    }
  }, [isIdle])

  return (
    <div class='backup-part'>
      {isIdle && (
        <>
          <p>{t('Select a backup file. You see its contents before anything changes.')}</p>
          <div class='actions'>
            <button type='button' class='main' ref={button} onClick={() => file.current?.click()}>
              {t('Select a backup')}
            </button>
          </div>
          {state.problem != null && <Problem problem={state.problem} />}
        </>
      )}
      <input
        ref={file}
        type='file'
        accept='.car,application/vnd.ipld.car'
        hidden
        aria-hidden='true'
        tabIndex={-1}
        data-pick='backup'
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          if (chosen != null) {
            void openBackup(chosen)
          }
          currentTarget.value = ''
        }}
      />
      {state.is === 'found' && <Found state={state} />}
      {(state.is === 'importing' || state.is === 'pinning') && <Restoring state={state} />}
      {state.is === 'done' && <Done restored={state.restored} file={state.file.name} />}
    </div>
  )
}

function Found (
  { state: { file, backup, choice, folder, problem } }: { state: Extract<RestoreState, { is: 'found' }> }
) {
  const { manifest: { at, keys }, about: { pins, files, lacking } } = backup
  const [wanted, setWanted] = useState({
    pins: choice?.pins ?? pins.length > 0,
    files: choice?.files ?? files.length > 0,
    keys: choice?.password != null
  })
  const [password, setPassword] = useState(choice?.password ?? '')
  const [whenTaken, setWhenTaken] = useState(choice?.whenTaken ?? 'rename')
  const place = useRef<HTMLFormElement>(null)
  const isNothing = !wanted.pins && !wanted.files && !(wanted.keys && password !== '')

  useEffect(() => {
    place.current?.focus()
  }, [])

  return (
    <form
      ref={place}
      tabIndex={-1}
      class='backup-form notice-place'
      aria-label={t('Restore')}
      onSubmit={(event) => {
        event.preventDefault()
        void restoreBackup(file, backup, {
          pins: wanted.pins,
          files: wanted.files,
          password: wanted.keys ? password : undefined,
          whenTaken
        }, folder)
      }}
    >
      <p>
        {rich(t('{backup}, {size}. Nothing on this device is replaced or removed.', { size: bytes(file.size) }), {
          backup: <strong>{t('Backup of {day}', { day: made(at) })}</strong>
        })}
      </p>
      <label class='check'>
        <input
          type='checkbox'
          disabled={pins.length === 0}
          checked={wanted.pins}
          onChange={({ currentTarget }) => {
            setWanted({ ...wanted, pins: currentTarget.checked })
          }}
        />{' '}
        {tn(pins.length, '{n} pinned item', '{n} pinned items')}
      </label>
      {pins.length > 0 && (
        <details>
          <summary>{t('Details')}</summary>
          <ul class='backup-list'>
            {pins.slice(0, MAX_SHOWN).map(({ cid, name, type }) => (
              <li key={`${type} ${cid}`}>
                <Name of={name || t('Unnamed')} /> <code class='cid' title={cid}>{cid}</code>
              </li>
            ))}
          </ul>
          {pins.length > MAX_SHOWN && (
            <p class='facts'>{tn(pins.length - MAX_SHOWN, 'and {n} more', 'and {n} more')}</p>
          )}
        </details>
      )}
      <label class='check'>
        <input
          type='checkbox'
          disabled={files.length === 0}
          checked={wanted.files}
          onChange={({ currentTarget }) => {
            setWanted({ ...wanted, files: currentTarget.checked })
          }}
        />{' '}
        {files.length === 0 ? t('No files') : t('Files (in a separate folder if you already have some)')}
      </label>
      {keys != null && (
        <>
          <label class='check'>
            <input
              type='checkbox'
              checked={wanted.keys}
              onChange={({ currentTarget }) => {
                setWanted({ ...wanted, keys: currentTarget.checked })
              }}
            />{' '}
            {tn(keys.count, '{n} key (needs the password)', '{n} keys (need the password)')}
          </label>
          {wanted.keys && (
            <div class='backup-fields'>
              <label>
                {t('Password')}{' '}
                <input
                  type='password'
                  autocomplete='off'
                  required
                  value={password}
                  onInput={({ currentTarget }) => {
                    setPassword(currentTarget.value)
                  }}
                />
              </label>
              <label>
                {t('Name already used by another key')}{' '}
                <select
                  value={whenTaken}
                  onChange={({ currentTarget }) => {
                    setWhenTaken(currentTarget.value as 'rename' | 'skip')
                  }}
                >
                  <option value='rename'>{t('Add a number to the new key’s name')}</option>
                  <option value='skip'>{t('Skip the new key')}</option>
                </select>
              </label>
            </div>
          )}
        </>
      )}
      {lacking.length > 0 && (
        <p class='facts'>
          {tn(
            lacking.length,
            '{n} item was not included when the backup was made: blocks were missing.',
            '{n} items were not included when the backup was made: blocks were missing.'
          )}
        </p>
      )}
      {problem != null && <Problem problem={problem} />}
      <div class='actions'>
        <button type='submit' class='main' disabled={isNothing}>{t('Restore')}</button>
        <button type='button' class='quiet' onClick={forgetRestore}>{t('Cancel')}</button>
      </div>
    </form>
  )
}

function Restoring ({ state }: { state: Extract<RestoreState, { is: 'importing' | 'pinning' }> }) {
  const stop = useRef<HTMLButtonElement>(null)
  const isImporting = state.is === 'importing'
  const of = isImporting ? state.file.size : state.backup.about.pins.length
  const done = isImporting ? state.bytes : state.done

  useEffect(() => {
    stop.current?.focus()
  }, [])

  return (
    <>
      <progress
        aria-label={t('Restoring')}
        max={Math.max(1, of)}
        value={isImporting && done === 0 ? undefined : Math.min(done, of)}
      />
      <p class='facts'>
        {isImporting
          ? t('{size} of {total} received', { size: bytes(done), total: bytes(of) })
          : tn(of, '{done} of {n} item pinned', '{done} of {n} items pinned', { done })}
      </p>
      <div class='actions'>
        <button type='button' ref={stop} onClick={stopRestore}>{t('Cancel')}</button>
      </div>
    </>
  )
}

function Done ({ restored: { pins, folder, keys = [] }, file }: { restored: Restored; file: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.focus()
  }, [])

  return (
    <div ref={place} tabIndex={-1} class='notice-place backup-part'>
      <p>
        <strong>{t('The backup is restored.')}</strong>
      </p>
      <ul class='backup-list'>
        {pins != null && <li>{keptWords(pins)}</li>}
        {folder != null && (
          <li>
            {rich(t('Files restored to {folder}'), {
              folder: (
                <a href={folder === '/' ? '#/files' : `#/files/${encodeURIComponent(folder.slice(1))}`}>
                  <Name of={folder === '/' ? t('Files') : folder.slice(1)} />
                </a>
              )
            })}
          </li>
        )}
        {keys.map((key) => (
          <li key={key.name}>{rich(t('Key {name}: {what}'), { name: <Name of={key.name} />, what: becameOf(key) })}</li>
        ))}
      </ul>
      <div class='actions'>
        <button type='button' class='quiet' onClick={forgetRestore}>{t('Dismiss')}</button>{' '}
        {(pins != null || folder != null) && <RunInConsole line={ranLine('dag/import', [file], { stats: 'true' })} />}
      </div>
    </div>
  )
}

function made (at: string): string {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? t('an unknown day') : moment(date)
}

function keptWords ({ added, of }: NonNullable<Restored['pins']>): string {
  const kept = tn(added, '{n} item pinned', '{n} items pinned')
  return added === of ? kept : listed([kept, tn(of - added, '{n} already existed', '{n} already existed')])
}

function becameOf ({ name, is, as }: RestoredKey): ComponentChildren {
  switch (is) {
    case 'here':
      return t('already here')
    case 'taken':
      return t('skipped: the name is taken')
    default:
      return as === name ? t('restored') : rich(t('restored as {name}'), { name: <Name of={as ?? name} /> })
  }
}
