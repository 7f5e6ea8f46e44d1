import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { node } from '../../client/node.ts'
import { ranLine } from '../../lib/command/lines/ran-line.ts'
import { nodeLink } from '../../lib/links/section.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { rich } from '../../lib/text/rich.ts'
import { t, tn } from '../../lib/text/t.ts'
import { REACH_WORDS } from '../../network/lib/reach-words.ts'
import { connectTo, dialTarget, forgetLeft, peers } from '../../network/state/peers.ts'
import { useReach } from '../../network/state/use-reach.ts'
import { CopyButton } from '../../page/controls/copy-button.tsx'
import { RunInConsole } from '../../page/controls/run-in-console.tsx'
import { Problem } from '../../page/loading/problem.tsx'
import { Cid } from '../../page/text/cid.tsx'
import { followTraffic } from '../state/traffic.ts'
import { PeersTable } from './peers-table.tsx'
import { TrafficChart } from './traffic-chart.tsx'

/** Connected peers, and whether the node is reachable. */
export function PeersPart () {
  const { phase } = useStore(node)
  const { isPeer, isNew, peers: connected, addresses, dialling, problem, left } = useStore(peers)
  const reach = useReach()
  const [address, setAddress] = useState('')

  const notice = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)

  // The row with the focus is removed.
  useLayoutEffect(() => {
    if (left != null) {
      notice.current?.focus()
    }
  }, [left])
  useEffect(() => forgetLeft, [])
  useEffect(() => phase === 'ready' && isPeer === true ? followTraffic() : undefined, [phase, isPeer])

  async function dial (): Promise<void> {
    await connectTo(address.trim()).then(() => {
      setAddress('')
    }, () => {}) // The error is displayed.
  }

  return (
    <>
      <p class='reach'>{isNew === true || reach == null ? t('Connecting…') : t(REACH_WORDS[reach])}</p>
      {isPeer === false && reach !== 'switched-off' && (
        <p class='facts'>{t('This node has no peers. It downloads from servers over HTTP.')}</p>
      )}
      <p>
        <a href={nodeLink('settings')}>{t('Network settings')}</a>
      </p>
      {isPeer === true && (
        <>
          <div class='panel-head'>
            <h3>{tn(connected.length, '{n} connection', '{n} connections')}</h3>
            <div class='actions'>
              <RunInConsole
                line={ranLine('swarm/peers', [], { direction: 'true', latency: 'true', identify: 'true' })}
              />
            </div>
          </div>
          <TrafficChart />
          <div ref={notice} tabIndex={-1} class='notice-place'>
            {left != null && (
              <div class='notice'>
                <p>
                  {rich(
                    t('Disconnected from {id}. Either side may connect again, for example to exchange content.'),
                    { id: <Cid id={left.id} /> }
                  )}
                </p>
                <div class='actions'>
                  <button
                    type='button'
                    onClick={() => {
                      input.current?.focus()
                      connectTo(left.address).catch(() => {})
                    }}
                  >
                    {t('Connect again')}
                  </button>
                  <button
                    type='button'
                    class='quiet'
                    onClick={() => {
                      input.current?.focus()
                      forgetLeft()
                    }}
                  >
                    {t('Dismiss')}
                  </button>
                  <RunInConsole line={ranLine('swarm/disconnect', [dialTarget(left.id)])} />
                </div>
              </div>
            )}
          </div>
          {connected.length > 0 && <PeersTable peers={connected} />}
          <form
            class='tools dial'
            onSubmit={(event) => {
              event.preventDefault()
              void dial()
            }}
          >
            <label class='wide'>
              {t('Connect to')}{' '}
              <input
                ref={input}
                type='text'
                value={address}
                dir='ltr'
                placeholder='/…/p2p/12D3Koo…'
                required
                autocomplete='off'
                autocapitalize='none'
                spellcheck={false}
                onInput={({ currentTarget }) => {
                  setAddress(currentTarget.value)
                }}
              />
            </label>
            <span class='with-command'>
              <button type='submit' disabled={dialling != null}>
                {dialling == null ? t('Connect') : t('Connecting…')}
              </button>
              <RunInConsole line={ranLine('swarm/connect', [dialTarget(address.trim())])} />
            </span>
          </form>
          {problem != null && <Problem problem={problem} />}
          {addresses.length > 0 && (
            <details class='topic'>
              <summary>
                <h3>{t('Addresses')}</h3>{' '}
                <span class='facts'>{tn(addresses.length, '{n} address', '{n} addresses')}</span>
              </summary>
              <ul class='rows addresses'>
                {addresses.map((address) => (
                  <li key={address}>
                    <code>
                      <bdi>{address}</bdi>
                    </code>{' '}
                    <CopyButton text={address} what={t('this browser’s address')} />
                  </li>
                ))}
              </ul>
            </details>
          )}
        </>
      )}
    </>
  )
}
