import { ranLine } from '../../lib/command/lines/ran-line.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { t } from '../../lib/text/t.ts'
import { network } from '../../network/state/network.ts'
import { relayOf } from '../lib/relay-of.ts'
import { ASK_RELAY, checkRelay } from '../state/check-relay.ts'
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
        title={t('Test link')}
        asking={t('Contacting the relay…')}
        line={ranLine('ping', [`/p2p/${relay}`], ASK_RELAY)}
        ask={async (options) => await checkRelay(relay, options)}
      />
    )
}
