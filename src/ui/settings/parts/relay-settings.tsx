import { useStore } from '../../lib/reactive/store.ts'
import { t } from '../../lib/text/t.ts'
import { network } from '../../network/state/network.ts'
import { peers } from '../../network/state/peers.ts'
import { RelayCheck } from '../../share/parts/relay-check.tsx'
import { ListSetting } from './list-setting.tsx'
import { SettingGroup } from './setting-group.tsx'

/** The relays through which others reach this browser. */
export function RelaySettings () {
  const { talks } = useStore(network)
  const { addresses } = useStore(peers)
  const [address] = addresses

  // A node without peers uses no relay.
  if (talks?.peers == null) {
    return null
  }

  return (
    <SettingGroup
      id='relay'
      title={t('Relay')}
      about={t(
        'Browsers can’t be called directly. A relay passes on the first contact, so that others can download from you.'
      )}
    >
      <p>
        {addresses.length > 0
          ? t('A relay is connected: others can reach this browser.')
          : t('No relay is available right now: others can’t reach this browser.')}
      </p>
      {address != null && <RelayCheck address={address} />}
      <ListSetting name='Swarm.RelayClient.StaticRelays' label={t('Your own relays')} />
    </SettingGroup>
  )
}
