import { nodeLink } from '../../lib/links/section.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { t, tn } from '../../lib/text/t.ts'
import { CopyButton } from '../../page/copy-button.tsx'
import { peers } from '../state/peers.ts'
import { Reachability } from './reachability.tsx'

/** Reachability and number of peers; the node section has details. Empty if the node has no peers. */
export function PeersCard () {
  const { isPeer, isNew, peers: connected, addresses } = useStore(peers)

  if (isPeer !== true) {
    return null
  }

  return (
    <section class='panel card' aria-labelledby='peers-title'>
      <h2 id='peers-title'>{t('Peers')}</h2>
      <p>
        <Reachability isNew={isNew === true} addresses={addresses} />
      </p>
      <div class='actions'>
        <a href={nodeLink('peers')}>
          {isNew === true ? t('Who is connected') : tn(connected.length, '{n} connection', '{n} connections')}
        </a>
        {addresses.length > 0 && (
          <CopyButton label={t('Copy my address')} text={addresses[0]} what={t('address of this node')} />
        )}
      </div>
    </section>
  )
}
