import { useEffect, useRef, useState } from 'preact/hooks'
import { RunInConsole } from '../run-in-console.tsx'

export interface CheckNowProps {
  /** what the button says, and while it is asked */
  title: string
  asking: string
  /** the command that asks */
  line: string
  /** @returns what says what came of it. Does not reject */
  ask: (options: { signal: AbortSignal }) => Promise<() => string>
}

/** Asks others when a person wants to know, and says what came of it; nobody is asked on when it is gone. */
export function CheckNow ({ title, asking, line, ask }: CheckNowProps) {
  const [tell, setTell] = useState<() => string>()
  const [busy, setBusy] = useState(false)
  const gone = useRef(new AbortController())

  useEffect(() => () => { gone.current.abort() }, [])

  async function check (): Promise<void> {
    const { signal } = gone.current
    setBusy(true)
    const said = await ask({ signal })
    if (signal.aborted) return
    setTell(() => said)
    setBusy(false)
  }

  return (
    <p class='actions'>
      <span class='with-command'><button type='button' disabled={busy} onClick={() => { void check() }}>{busy ? asking : title}</button> <RunInConsole line={line} /></span>
      <span class='facts' role='status'>{tell?.()}</span>
    </p>
  )
}
