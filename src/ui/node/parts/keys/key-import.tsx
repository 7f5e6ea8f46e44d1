import { useRef, useState } from 'preact/hooks'
import { ranLine } from '../../../lib/command/lines/ran-line.ts'
import type { PlainError } from '../../../lib/text/plain-error.ts'
import { plainError } from '../../../lib/text/plain-error.ts'
import { retold } from '../../../lib/text/retold.ts'
import { rich } from '../../../lib/text/rich.ts'
import { t } from '../../../lib/text/t.ts'
import { AskForm } from '../../../page/controls/ask-form.tsx'
import { RunInConsole } from '../../../page/controls/run-in-console.tsx'
import { Problem } from '../../../page/loading/problem.tsx'
import { Name } from '../../../page/text/name.tsx'
import { MAX_KEY_FILE_BYTES, readKeyFile } from '../../lib/key-file.ts'
import type { KeyFile } from '../../lib/key-file.ts'
import { importKey, importOptions } from '../../state/node-keys.ts'

interface Picked extends KeyFile {
  file: File
}

/** Imports a private key from a file. */
export function KeyImport () {
  const [picked, setPicked] = useState<Picked>()
  const [busy, setBusy] = useState(false)
  const [taken, setTaken] = useState<{ name: string; file: string; line: string }>()
  const [problem, setProblem] = useState<PlainError>()
  const picker = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  async function look (file: File): Promise<void> {
    setTaken(undefined)
    setProblem(undefined)

    try {
      setPicked({
        file,
        ...readKeyFile(file.name, new Uint8Array(await file.slice(0, MAX_KEY_FILE_BYTES).arrayBuffer()))
      })
    } catch (err) {
      setProblem(plainError(err))
    }
  }

  async function take (name: string): Promise<void> {
    if (picked == null || name === '') {
      return
    }
    const { file, format } = picked

    if (format == null) {
      setProblem(
        retold(() => ({
          what: t('This key is password-protected, so the node can’t read it.'),
          next: t('“Restore” imports a backup of this app. A PEM file must have no password.')
        }))
      )
      return
    }

    setBusy(true)
    setProblem(undefined)

    try {
      await importKey(name, file, format)
      setTaken({ name, file: file.name, line: ranLine('key/import', [name, file.name], importOptions(format)) })
      close()
    } catch (err) {
      setProblem(
        retold(() => ({
          what: t('The key was not imported.'),
          next: t(
            'The key may be of an unsupported type, exist already, or have a name that another key uses.'
          ),
          detail: (err as Error).message
        }))
      )
    } finally {
      setBusy(false)
    }
  }

  function close (): void {
    setPicked(undefined)
    setProblem(undefined)
    button.current?.focus()
  }

  return (
    <div class='key-import'>
      <div class='with-command'>
        <button type='button' ref={button} onClick={() => picker.current?.click()}>
          {t('Import key…')}
        </button>
        <RunInConsole
          line={taken?.line ??
            ranLine('key/import', [picked?.name ?? ''], picked?.format == null ? {} : importOptions(picked.format))}
        />
      </div>
      <input
        ref={picker}
        type='file'
        accept='.key,.pem,application/x-pem-file'
        hidden
        aria-hidden='true'
        tabIndex={-1}
        data-pick='key'
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file != null) {
            void look(file)
          }
          currentTarget.value = '' // So that the same file can be chosen again.
        }}
      />
      {picked != null && (
        <AskForm
          key={picked.file.name}
          label={t('Name for the key in {file}', { file: picked.file.name })}
          initial={picked.name}
          required
          button={busy ? t('Working…') : t('Import')}
          busy={busy}
          onSubmit={(name) => {
            void take(name)
          }}
          onCancel={close}
        />
      )}
      {problem != null && <Problem problem={problem} />}
      {taken != null && (
        <p class='facts'>
          {rich(
            t('{name} is now a key of this browser. The file {file} is unchanged: if it has no password, delete it when you no longer need it.'),
            { name: <Name of={taken.name} />, file: <Name of={taken.file} /> }
          )}
        </p>
      )}
    </div>
  )
}
