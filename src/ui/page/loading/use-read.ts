import { useEffect, useState } from 'preact/hooks'
import type { PlainError } from '../../lib/text/plain-error.ts'

interface Reading<T> {
  value?: T
  problem?: PlainError
}

interface UseRead<T> {
  /** whether to read; nothing is read before */
  isWanted: boolean
  /** key of the data; another key starts another read */
  what: string
  read: (options: { signal: AbortSignal }) => Promise<T>
  /** returns the message for a failure */
  problemOf: (err: unknown) => PlainError
}

/**
 * Reads data once when it is wanted, and cancels when it no longer is.
 *
 * @returns `again`: retries after a failure
 */
export function useRead<T> ({ isWanted, what, read, problemOf }: UseRead<T>): Reading<T> & { again: () => void } {
  const [{ of, ...reading }, setReading] = useState<Reading<T> & { of: string }>({ of: what })
  const known: Reading<T> = of === what ? reading : {}
  const isDue = isWanted && known.value == null && known.problem == null

  useEffect(() => {
    if (!isDue) {
      return
    }
    const gone = new AbortController()
    const { signal } = gone

    // A cancellation by the user is no error.
    const take = (reading: Reading<T>): void => {
      if (!signal.aborted) {
        setReading({ of: what, ...reading })
      }
    }
    read({ signal }).then((value) => {
      take({ value })
    }, (err: unknown) => {
      take({ problem: problemOf(err) })
    })
    return () => {
      gone.abort()
    }
  }, [isDue, what])

  return {
    ...known,
    again: () => {
      setReading({ of: what })
    }
  }
}
