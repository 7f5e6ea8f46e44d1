import { useEffect, useRef, useState } from 'preact/hooks'
import { ranLine } from '../../lib/command/lines/ran-line.ts'
import { plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { retold } from '../../lib/text/retold.ts'
import { t } from '../../lib/text/t.ts'
import { RunInConsole } from '../../page/controls/run-in-console.tsx'
import { Problem } from '../../page/loading/problem.tsx'
import { addService } from '../state/elsewhere.ts'

/**
 * Form to add a pinning service: its name, address and secret.
 *
 * @param onEnd - called after it was added or cancelled
 */
export function ServiceForm ({ onEnd }: { onEnd: () => void }) {
  const [name, setName] = useState('')
  const [endpoint, setEndpoint] = useState('')
  const [secret, setSecret] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<PlainError>()
  const first = useRef<HTMLInputElement>(null)

  // Moves the focus from the clicked button into the opened form.
  useEffect(() => {
    first.current?.focus()
  }, [])

  async function submit (): Promise<void> {
    setBusy(true)
    setProblem(undefined)

    try {
      await addService(name.trim(), endpoint.trim(), secret.trim())
      onEnd()
    } catch (err) {
      setProblem(retold(() => ({ ...plainError(err), what: t('The service was not added.') })))
      setBusy(false)
    }
  }

  return (
    <form
      class='backup-form notice'
      aria-label={t('Add a pinning service')}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      onKeyDown={({ key }) => {
        if (key === 'Escape') {
          onEnd()
        }
      }}
    >
      <p>
        {t(
          'A pinning service stores copies online, so your files stay available while this browser is closed. You need its address and an access token. The service must allow requests from this page (CORS).'
        )}
      </p>
      <div class='backup-fields'>
        <label>
          {t('Name')}{' '}
          <input
            ref={first}
            type='text'
            required
            autocomplete='off'
            spellcheck={false}
            value={name}
            onInput={({ currentTarget }) => {
              setName(currentTarget.value)
            }}
          />
        </label>
        <label>
          {t('Address')}{' '}
          <input
            type='url'
            required
            autocomplete='off'
            autocapitalize='none'
            spellcheck={false}
            value={endpoint}
            onInput={({ currentTarget }) => {
              setEndpoint(currentTarget.value)
            }}
          />
        </label>
        <label>
          {t('Access token')}{' '}
          <input
            type='password'
            required
            autocomplete='off'
            value={secret}
            onInput={({ currentTarget }) => {
              setSecret(currentTarget.value)
            }}
          />
        </label>
      </div>
      <div class='actions'>
        <button type='submit' class='main' disabled={busy}>{busy ? t('Working…') : t('Add service')}</button>
        <button type='button' class='quiet' onClick={onEnd}>{t('Cancel')}</button>
        {/* The secret must not be stored in a browser's form history. */}
        <RunInConsole line={ranLine('pin/remote/service/add', [name.trim(), endpoint.trim(), ''])} />
      </div>
      {problem != null && <Problem problem={problem} />}
    </form>
  )
}
