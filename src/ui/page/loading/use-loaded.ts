import { useEffect, useState } from 'preact/hooks'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { retold } from '../../lib/text/retold.ts'
import { t } from '../../lib/text/t.ts'

/** A part of the page with a script of its own: undefined while it loads, or why it could not be loaded. */
export interface Loaded<T> {
  part?: T
  problem?: PlainError
}

/**
 * Loads a part of the page that has a script of its own.
 *
 * @param load - must be the same function each time
 */
export function useLoaded<T> (load: () => Promise<T>): Loaded<T> {
  const [loaded, setLoaded] = useState<Loaded<T>>({})

  useEffect(() => {
    let isShown = true
    load().then((part) => {
      if (isShown) {
        setLoaded({ part })
      }
    }, (err: Error) => {
      if (isShown) {
        setLoaded({ problem: problemOf(err) })
      }
    })
    return () => {
      isShown = false
    }
  }, [load])

  return loaded
}

function problemOf ({ message }: Error): PlainError {
  return retold(() => ({
    what: t('This part of the page could not be loaded.'),
    next: t('A newer version of this page may be available. Reload it.'),
    detail: message
  }))
}
