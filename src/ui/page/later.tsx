import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { PlainError } from '../lib/text/plain-error.ts'
import { retold } from '../lib/text/retold.ts'
import { t } from '../lib/text/t.ts'
import { Problem } from './problem.tsx'

/**
 * A component with a script that loads when it is first opened, with a placeholder until then.
 *
 * @param load - must be the same function each time
 */
export function Later<P extends object> (
  { load, name, props }: { load: () => Promise<ComponentType<P>>; name: string; props: P }
) {
  const [Part, setPart] = useState<ComponentType<P>>()
  const [problem, setProblem] = useState<PlainError>()

  useEffect(() => {
    let isShown = true
    load().then((part) => {
      if (isShown) {
        setPart(() => part)
      }
    }, (err: Error) => {
      if (isShown) {
        setProblem(problemOf(err))
      }
    })
    return () => {
      isShown = false
    }
  }, [load])

  if (Part != null) {
    return <Part {...props} />
  }

  return (
    <section class='panel later' aria-busy={problem == null} aria-label={name}>
      <h2>{name}</h2>
      {problem != null && (
        <Problem problem={problem}>
          <button
            type='button'
            onClick={() => {
              location.reload()
            }}
          >
            {t('Reload the page')}
          </button>
        </Problem>
      )}
    </section>
  )
}

function problemOf ({ message }: Error): PlainError {
  return retold(() => ({
    what: t('This part of the page could not be loaded.'),
    next: t('A newer version of this page may be available. Reload it.'),
    detail: message
  }))
}
