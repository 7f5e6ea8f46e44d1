import { useEffect, useRef, useState } from 'preact/hooks'
import { RunInConsole } from '../../page/run-in-console.tsx'

export interface CheckNowProps {
  /** button text, before and during the check */
  title: string
  asking: string
  /** command of the check */
  line: string
  /**
   * runs the check; never rejects
   *
   * @returns a function that returns the result as text
   */
  ask: (options: { signal: AbortSignal }) => Promise<() => string>
}

/** Runs a check on request and shows its result; cancelled on unmount. */
export function CheckNow ({ title, asking, line, ask }: CheckNowProps) {
  const [tell, setTell] = useState<() => string>()
  const [busy, setBusy] = useState(false)
  const gone = useRef(new AbortController())

  useEffect(() => () => {
    gone.current.abort()
  }, [])

  async function check (): Promise<void> {
    const { signal } = gone.current
    setBusy(true)
    const said = await ask({ signal })
    if (signal.aborted) {
      return
    }
    setTell(() => said)
    setBusy(false)
  }

  return (
    <p class='actions'>
      <span class='with-command'>
        <button
          type='button'
          disabled={busy}
          onClick={() => {
            void check()
          }}
        >
          {busy ? asking : title}
        </button>{' '}
        <RunInConsole line={line} />
      </span>
      <span class='facts' role='status'>{tell?.()}</span>
    </p>
  )
}
