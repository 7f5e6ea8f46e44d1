import { useState } from 'preact/hooks'
import { node } from '../../client/node.ts'
import { nodeLink } from '../../lib/links/section.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { t, tn } from '../../lib/text/t.ts'
import { REACH_WORDS } from '../../network/lib/reach-words.ts'
import { readNetwork, switchNetwork } from '../../network/state/network.ts'
import { peers, readPeers } from '../../network/state/peers.ts'
import { useReach } from '../../network/state/use-reach.ts'
import { Protection } from '../../storage/parts/protection.tsx'
import { storage } from '../../storage/state/storage.ts'
import { install, installPage } from '../state/install.ts'

/** Time for which a check is shown at least, in milliseconds. */
const SHOWN_MS = 700

/** Explains the state in the header, and offers actions. */
export function StatusPanel ({ title }: { title: string }) {
  const { phase } = useStore(node)
  const reach = useReach()
  const { isPeer, peers: connected } = useStore(peers)
  const { persistent, refused } = useStore(storage)
  const { prompt } = useStore(install)
  const isReady = phase === 'ready'
  const [isChecking, setChecking] = useState(false)

  async function checkAgain (): Promise<void> {
    setChecking(true)
    // A button that answers at once looks as if it did nothing.
    const shown = new Promise((resolve) => {
      setTimeout(resolve, SHOWN_MS)
    })
    await readNetwork().then(readPeers).catch(() => {})
    await shown
    setChecking(false)
  }

  return (
    <>
      <section aria-labelledby='status-title'>
        <h2 id='status-title'>{title}</h2>
        {isReady && reach != null && <p>{t(REACH_WORDS[reach])}</p>}
        <div class='actions'>
          {reach === 'switched-off' && (
            <button
              type='button'
              class='main'
              onClick={() => {
                void switchNetwork(true)
              }}
            >
              {t('Go online')}
            </button>
          )}
          {(reach === 'hosts-away' || reach === 'receiving') && isReady && (
            <button
              type='button'
              aria-disabled={isChecking}
              onClick={() => {
                void checkAgain()
              }}
            >
              {isChecking ? t('Checking…') : t('Check again')}
            </button>
          )}
          <a class='button quiet' href={nodeLink('peers')}>
            {isPeer === true ? tn(connected.length, '{n} peer', '{n} peers') : t('Peers')}
          </a>
          <a class='button quiet' href={nodeLink('settings')}>{t('Network settings')}</a>
        </div>
      </section>
      <section aria-labelledby='status-files'>
        <h2 id='status-files'>{t('Your files')}</h2>
        <Protection />
        {persistent === false && refused === true && (
          <div class='actions'>
            {prompt != null && (
              <button
                type='button'
                onClick={() => {
                  void installPage()
                }}
              >
                {t('Install')}
              </button>
            )}
            <a class='button' href={nodeLink('storage')}>{t('Make a backup…')}</a>
          </div>
        )}
      </section>
    </>
  )
}
