import { useEffect, useRef, useState } from 'preact/hooks'
import { ranLine } from '../../../lib/command/lines/ran-line.ts'
import { contentHref } from '../../../lib/links/content-href.ts'
import { isAbort, plainError } from '../../../lib/text/plain-error.ts'
import type { PlainError } from '../../../lib/text/plain-error.ts'
import { rich } from '../../../lib/text/rich.ts'
import { t } from '../../../lib/text/t.ts'
import { CopyButton } from '../../../page/controls/copy-button.tsx'
import { RunInConsole } from '../../../page/controls/run-in-console.tsx'
import { Problem } from '../../../page/loading/problem.tsx'
import { RESOLVE_OPTIONS, resolveName } from '../../state/node-keys.ts'

/** Resolves a name of any key, or a domain name. */
export function ResolveForm () {
  const [name, setName] = useState('')
  const [path, setPath] = useState<string>()
  const [problem, setProblem] = useState<PlainError>()
  const [stop, setStop] = useState<AbortController>()
  const running = useRef<AbortController | undefined>(undefined)

  useEffect(() => () => {
    running.current?.abort()
  }, [])

  async function look (): Promise<void> {
    const controller = running.current = new AbortController()
    setStop(controller)
    setPath(undefined)
    setProblem(undefined)

    try {
      setPath(await resolveName(name.trim(), { signal: controller.signal }))
    } catch (err) {
      if (!isAbort(err)) {
        setProblem(plainError(err))
      }
    } finally {
      setStop(undefined)
    }
  }

  return (
    <form
      class='tools'
      onSubmit={(event) => {
        event.preventDefault()
        void look()
      }}
    >
      <label class='wide'>
        {t('Resolve a name')}{' '}
        <input
          type='text'
          value={name}
          required
          placeholder={t('k51… or example.org')}
          autocomplete='off'
          autocapitalize='none'
          spellcheck={false}
          onInput={({ currentTarget }) => {
            setName(currentTarget.value)
          }}
        />
      </label>
      <span class='with-command'>
        {stop == null
          ? <button key='look' type='submit'>{t('Resolve')}</button>
          : (
            <button
              key='stop'
              type='button'
              onClick={() => {
                stop.abort()
              }}
            >
              {t('Stop')}
            </button>
          )}
        <RunInConsole line={ranLine('name/resolve', [name.trim()], RESOLVE_OPTIONS)} />
      </span>
      {path != null && (
        <p class='wide'>
          {rich(t('Points to {path}'), {
            path: (
              <a href={contentHref(path)}>
                <code>{path}</code>
              </a>
            )
          })} <CopyButton text={path} what={t('path')} />
        </p>
      )}
      {problem != null && <Problem problem={problem} />}
    </form>
  )
}
