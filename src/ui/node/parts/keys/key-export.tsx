import { useEffect, useRef, useState } from 'preact/hooks'
import { plainError } from '../../../lib/text/plain-error.ts'
import type { PlainError } from '../../../lib/text/plain-error.ts'
import { rich } from '../../../lib/text/rich.ts'
import { t } from '../../../lib/text/t.ts'
import { Problem } from '../../../page/loading/problem.tsx'
import { Name } from '../../../page/text/name.tsx'
import { keyFileName } from '../../lib/key-file.ts'
import type { KeyFormat } from '../../lib/key-file.ts'
import { saveKey } from '../../state/node-keys.ts'

/** Explains the risk of a private key file, and exports it. */
export function KeyExport ({ name, onEnd }: { name: string; onEnd: () => void }) {
  const [format, setFormat] = useState<KeyFormat>('libp2p-protobuf-cleartext')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<PlainError>()
  const first = useRef<HTMLSelectElement>(null)

  // Moves the focus from the clicked button into the opened form.
  useEffect(() => {
    first.current?.focus()
  }, [])

  async function save (): Promise<void> {
    setBusy(true)
    setProblem(undefined)

    try {
      await saveKey(name, format)
      onEnd()
    } catch (err) {
      setProblem(plainError(err))
      setBusy(false)
    }
  }

  return (
    <div
      class='notice'
      role='group'
      aria-label={t('Export the private key of {name}', { name })}
      onKeyDown={({ key }) => {
        if (key === 'Escape') {
          onEnd()
        }
      }}
    >
      <p>
        <strong>{t('This file has no password.')}</strong> {t(
          'Anyone with this key can publish under your name, and you cannot revoke it. Store it safely and share it with no one.'
        )}
      </p>
      <p class='facts'>
        {rich(t('A backup can include all keys, protected by a password: {link}.'), {
          link: <a href='#/'>{t('Back up')}</a>
        })}
      </p>
      <label class='check'>
        {t('Format')}{' '}
        <select
          ref={first}
          value={format}
          onChange={({ currentTarget }) => {
            setFormat(currentTarget.value as KeyFormat)
          }}
        >
          <option value='libp2p-protobuf-cleartext'>{t('for IPFS nodes (libp2p)')}</option>
          <option value='pem-pkcs8-cleartext'>{t('for other programs (PEM, PKCS #8)')}</option>
        </select>
      </label>
      <p class='facts'>
        <Name of={keyFileName(name, format)} />
      </p>
      <div class='actions'>
        <button
          type='button'
          class='danger'
          disabled={busy}
          onClick={() => {
            void save()
          }}
        >
          {t('Export without a password')}
        </button>
        <button
          type='button'
          class='quiet'
          onClick={() => {
            onEnd()
          }}
        >
          {t('Cancel')}
        </button>
      </div>
      {problem != null && <Problem problem={problem} />}
    </div>
  )
}
