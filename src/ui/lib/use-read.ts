import { useEffect, useState } from 'preact/hooks'
import type { PlainError } from './plain-error.ts'

interface Reading<T> {
  value?: T
  problem?: PlainError
}

interface UseRead<T> {
  /** until then nothing is read */
  isWanted: boolean
  /** what is read: something else is read anew */
  what: string
  read: (options: { signal: AbortSignal }) => Promise<T>
  /** what a failure means to a person */
  problemOf: (err: unknown) => PlainError
}

/** Reads something once when it is wanted, and leaves it when it is not any more. @returns `again`: tries it once more where it failed */
export function useRead<T> ({ isWanted, what, read, problemOf }: UseRead<T>): Reading<T> & { again: () => void } {
  const [{ of, ...reading }, setReading] = useState<Reading<T> & { of: string }>({ of: what })
  const known: Reading<T> = of === what ? reading : {}
  const isDue = isWanted && known.value == null && known.problem == null

  useEffect(() => {
    if (!isDue) return
    const gone = new AbortController()
    const { signal } = gone

    // that the person has left it is no problem
    const take = (reading: Reading<T>): void => { if (!signal.aborted) setReading({ of: what, ...reading }) }
    read({ signal }).then((value) => { take({ value }) }, (err: unknown) => { take({ problem: problemOf(err) }) })
    return () => { gone.abort() }
  }, [isDue, what])

  return { ...known, again: () => { setReading({ of: what }) } }
}
