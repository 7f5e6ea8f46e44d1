import { useEffect } from 'preact/hooks'
import { nodeLink } from '../../lib/links/section.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { listed } from '../../lib/text/format.ts'
import { t, words } from '../../lib/text/t.ts'
import type { Words } from '../../lib/text/t.ts'
import { connection } from '../../network/state/connection.ts'
import { network, switchNetwork } from '../../network/state/network.ts'
import { peers, readPeers } from '../../network/state/peers.ts'
import { reachOf } from '../lib/reach.ts'
import type { Reach } from '../lib/reach.ts'

const SENTENCES: Readonly<Record<Reach, Words>> = {
  reachable: words('Anyone with the link can download it while this tab stays open.'),
  unknown: words('Checking whether others can download it from you…'),
  off: words('The network is turned off, so others cannot download it from you.'),
  offline: words('You are offline, so others cannot download it from you now.'),
  alone: words('This app cannot connect to other browsers here, so others cannot download it from you.'),
  'no-relay': words('Others cannot download it from you right now: no relay is available to connect them.')
}

/**
 * One line about whether others can download an item. If not, it says what is missing, and offers other ways.
 *
 * @param services - services that also have the item
 */
export function ReachNote ({ services }: { services: readonly string[] }) {
  const { hasNetwork: isOnline } = useStore(connection)
  const { talks } = useStore(network)
  const { isPeer, addresses } = useStore(peers)
  const reach = reachOf({ isOff: talks?.isOff, isOnline, isPeer, addresses })
  const isReached = reach === 'reachable' || services.length > 0

  useEffect(() => {
    void readPeers()
  }, [])

  return (
    <div class='share-reach'>
      <p class={isReached ? 'state good' : 'state'} role='status'>
        {t(SENTENCES[reach])}
        {services.length > 0 && ` ${t('A copy is online at {services}.', { services: listed(services) })}`}
      </p>
      {!isReached && reach !== 'unknown' && reach !== 'offline' && (
        <p class='actions'>
          <span class='facts'>{t('You can keep a copy online, use a gateway link, or check the settings.')}</span>
          {reach === 'off' && (
            <button
              type='button'
              onClick={() => {
                void switchNetwork(true)
              }}
            >
              {t('Turn on')}
            </button>
          )}
          <a href={nodeLink('settings')}>{t('Settings')}</a>
        </p>
      )}
    </div>
  )
}
