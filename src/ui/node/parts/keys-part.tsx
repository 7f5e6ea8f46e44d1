import { useEffect, useRef, useState } from 'preact/hooks'
import { follow } from '../../client/follow.ts'
import { ranLine } from '../../lib/command/lines/ran-line.ts'
import { useStore } from '../../lib/reactive/store.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { t } from '../../lib/text/t.ts'
import { Problem } from '../../page/problem.tsx'
import { RunInConsole } from '../../page/run-in-console.tsx'
import { generateKey, nodeKeys, readKeys } from '../state/node-keys.ts'
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
          'A key gives a name (IPNS) that stays while what it leads to changes. Only who has the key can change where its name leads, and it is in this browser alone as long as you save it nowhere else.'
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
            placeholder={t('a name for it')}
            autocomplete='off'
            spellcheck={false}
            onInput={({ currentTarget }) => {
              setName(currentTarget.value)
            }}
          />
        </label>
        <label>
          {t('Kind')}{' '}
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
          <button type='submit' disabled={busy}>{busy ? t('Working…') : t('Make a key')}</button>
          <RunInConsole line={ranLine('key/gen', [name.trim()], { type })} />
        </span>
      </form>
      {problem != null && problem === unmade && <Problem problem={problem} />}
      <KeyImport />
      <ResolveForm />
    </>
  )
}
