import { ranLine } from '../../lib/command/ran-line.ts'
import { relayOf } from '../../lib/relay-of.ts'
import { useStore } from '../../lib/store.ts'
import { t } from '../../lib/t.ts'
import { ASK_RELAY, checkRelay } from '../../state/check-relay.ts'
import { network } from '../../state/network.ts'
import { CheckNow } from './check-now.tsx'

/**
 * Checks whether the relay in the node's address answers and still holds a reservation. Empty for an address without a
 * relay.
 */
export function RelayCheck ({ address }: { address: string }) {
  const { talks } = useStore(network)
  const relay = relayOf(address)

  return relay == null || talks == null || talks.isOff
    ? null
    : (
      <CheckNow
        title={t('Check now whether it is reached')}
        asking={t('Asking the relay…')}
        line={ranLine('ping', [`/p2p/${relay}`], ASK_RELAY)}
        ask={async (options) => await checkRelay(relay, options)}
      />
    )
}
