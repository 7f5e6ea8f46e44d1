import { useEffect, useRef, useState } from 'preact/hooks'
import { follow } from '../../../client/follow.ts'
import { ranLine } from '../../../lib/command/lines/ran-line.ts'
import { useStore } from '../../../lib/reactive/store.ts'
import type { PlainError } from '../../../lib/text/plain-error.ts'
import { t } from '../../../lib/text/t.ts'
import { RunInConsole } from '../../../page/controls/run-in-console.tsx'
import { Problem } from '../../../page/loading/problem.tsx'
import { generateKey, nodeKeys, readKeys } from '../../state/node-keys.ts'
import { KeyImport } from './key-import.tsx'
import { KeyRow } from './key-row.tsx'
import { ResolveForm } from './resolve-form.tsx'

/** The node's keys and their IPNS names. */
export function KeysPart () {
  const { keys, busy = false, problem } = useStore(nodeKeys)
  const [name, setName] = useState('')
  const [type, setType] = useState('ed25519')
  const [unmade, setUnmade] = useState<PlainError>()
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    void readKeys()
    return follow('keys', readKeys)
  }, [])

  async function make (): Promise<void> {
    const isMade = await generateKey(name.trim(), type)
    if (isMade) {
      setName('')
    }
    setUnmade(isMade ? undefined : nodeKeys.value.problem)
    input.current?.focus()
  }

  return (
    <>
      <p class='facts'>
        {t(
          'A key gives you an IPNS name: an address that stays the same while its content changes. Only the key’s owner can update it. The key exists only in this browser until you export it.'
        )}
      </p>
      {problem != null && problem !== unmade && <Problem problem={problem} />}
      <ul class='rows keys-list' aria-busy={busy}>
        {keys == null && <li class='empty'>{t('Reading…')}</li>}
        {keys?.map((key) => (
          <KeyRow
            key={key.id}
            nodeKey={key}
            onGone={() => {
              input.current?.focus()
            }}
          />
        ))}
      </ul>
      <form
        class='tools'
        onSubmit={(event) => {
          event.preventDefault()
          void make()
        }}
      >
        <label class='wide'>
          {t('New key')}{' '}
          <input
            ref={input}
            type='text'
            value={name}
            required
            placeholder={t('name')}
            autocomplete='off'
            spellcheck={false}
            onInput={({ currentTarget }) => {
              setName(currentTarget.value)
            }}
          />
        </label>
        <label>
          {t('Type')}{' '}
          <select
            value={type}
            onChange={({ currentTarget }) => {
              setType(currentTarget.value)
            }}
          >
            <option value='ed25519'>Ed25519</option>
            <option value='rsa'>RSA</option>
          </select>
        </label>
        <span class='with-command'>
          <button type='submit' disabled={busy}>{busy ? t('Working…') : t('Create key')}</button>
          <RunInConsole line={ranLine('key/gen', [name.trim()], { type })} />
        </span>
      </form>
      {problem != null && problem === unmade && <Problem problem={problem} />}
      <KeyImport />
      <ResolveForm />
    </>
  )
}
