import { useEffect, useRef, useState } from 'preact/hooks'
import { count } from '../lib/format.ts'
import { isAbort, plainError } from '../lib/plain-error.ts'
import type { PlainError } from '../lib/plain-error.ts'
import { findProviders } from '../state/find-providers.ts'
import type { Providers as Found } from '../state/find-providers.ts'
import { say } from '../state/news.ts'
import { Cid } from './cid.tsx'
import { Problem } from './problem.tsx'

/** Who else says that they have it: asked when the person wants to know. */
export function Providers ({ cid }: { cid: string }) {
  const [found, setFound] = useState<Found>()
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState<PlainError>()
  const stop = useRef<AbortController | undefined>(undefined)

  useEffect(() => () => { stop.current?.abort() }, [cid])

  async function look (): Promise<void> {
    const { signal } = stop.current = new AbortController()
    setAsking(true)
    setProblem(undefined)
    setFound(undefined)

    try {
      const all = await findProviders(cid, { signal, onSome: setFound })
      setFound(all)
      say(all.peers.length === 0 ? 'Nobody says that they have it.' : `${count(all.peers.length, 'peer')} say that they have it.`)
    } catch (err) {
      if (!isAbort(err)) setProblem(plainError(err))
    } finally {
      if (stop.current?.signal === signal) setAsking(false)
    }
  }

  return (
    <div class='providers'>
      <div class='actions'>
        {asking
          ? <><span class='facts'>Asking who has it{found != null && `: ${found.peers.length} so far`}…</span> <button type='button' onClick={() => { stop.current?.abort() }}>Stop</button></>
          : <button type='button' onClick={() => { void look() }}>{found == null ? 'Ask who else has it' : 'Ask again'}</button>}
      </div>
      {found != null && !asking && found.peers.length === 0 && <p class='facts'>Nobody who was asked knows anyone that has it.</p>}
      {found != null && found.peers.length > 0 && (
        <ul class='peers'>
          {found.peers.map(({ id, addresses }) => <li key={id}><Cid id={id} /> <span class='facts'>{count(addresses.length, 'address', 'addresses')}</span></li>)}
        </ul>
      )}
      {found != null && found.problems.length > 0 && <details class='facts'><summary>{count(found.problems.length, 'place')} could not tell</summary><code class='words'>{found.problems.join('\n')}</code></details>}
      {problem != null && <Problem problem={problem} />}
    </div>
  )
}
