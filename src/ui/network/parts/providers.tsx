import { useEffect, useRef, useState } from 'preact/hooks'
import { ranLine } from '../../lib/command/lines/ran-line.ts'
import { isAbort, plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { t, tn } from '../../lib/text/t.ts'
import { RunInConsole } from '../../page/controls/run-in-console.tsx'
import { Problem } from '../../page/loading/problem.tsx'
import { announceNews } from '../../page/state/news.ts'
import { Cid } from '../../page/text/cid.tsx'
import { findProviders, MOST_PROVIDERS } from '../state/find-providers.ts'
import type { Providers as Found } from '../state/find-providers.ts'

/** Providers of a content, looked up on request. */
export function Providers ({ cid }: { cid: string }) {
  const [found, setFound] = useState<Found>()
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState<PlainError>()
  const stop = useRef<AbortController | undefined>(undefined)

  useEffect(() => () => {
    stop.current?.abort()
  }, [cid])

  async function look (): Promise<void> {
    const { signal } = stop.current = new AbortController()
    setAsking(true)
    setProblem(undefined)
    setFound(undefined)

    try {
      const all = await findProviders(cid, { signal, onSome: setFound })
      setFound(all)
      announceNews(
        all.peers.length === 0
          ? t('No copies found.')
          : tn(all.peers.length, '{n} peer has a copy.', '{n} peers have a copy.')
      )
    } catch (err) {
      if (!isAbort(err)) {
        setProblem(plainError(err))
      }
    } finally {
      if (stop.current?.signal === signal) {
        setAsking(false)
      }
    }
  }

  return (
    <div class='providers'>
      <div class='actions'>
        {asking
          ? (
            <>
              <span class='facts'>
                {found == null
                  ? t('Searching for copies…')
                  : t('Searching for copies: {n} so far…', { n: found.peers.length })}
              </span>{' '}
              <button
                type='button'
                onClick={() => {
                  stop.current?.abort()
                }}
              >
                {t('Stop')}
              </button>
            </>
          )
          : (
            <button
              type='button'
              onClick={() => {
                void look()
              }}
            >
              {found == null ? t('Find other copies') : t('Try again')}
            </button>
          )}
        <RunInConsole line={ranLine('routing/findprovs', [cid], { 'num-providers': String(MOST_PROVIDERS) })} />
      </div>
      {found != null && !asking && found.peers.length === 0 && <p class='facts'>{t('No copies found.')}</p>}
      {found != null && found.peers.length > 0 && (
        <ul class='peers'>
          {found.peers.map(({ id, addresses }) => (
            <li key={id}>
              <Cid id={id} /> <span class='facts'>{tn(addresses.length, '{n} address', '{n} addresses')}</span>
            </li>
          ))}
        </ul>
      )}
      {found != null && found.problems.length > 0 && (
        <details class='facts'>
          <summary>{tn(found.problems.length, '{n} server didn’t respond', '{n} servers didn’t respond')}</summary>
          <code class='words'>{found.problems.join('\n')}</code>
        </details>
      )}
      {problem != null && <Problem problem={problem} />}
    </div>
  )
}
