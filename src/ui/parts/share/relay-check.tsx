import { ranLine } from '../../lib/command/ran-line.ts'
import { relayOf } from '../../lib/relay-of.ts'
import { useStore } from '../../lib/store.ts'
import { t } from '../../lib/t.ts'
import { ASK_RELAY, checkRelay } from '../../state/check-relay.ts'
import { network } from '../../state/network.ts'
import { CheckNow } from './check-now.tsx'

/** Looks whether the relay answers by which others reach this node, and still has a place for it. Nothing for an address that leads through none. */
export function RelayCheck ({ address }: { address: string }) {
  const { talks } = useStore(network)
  const relay = relayOf(address)

  return relay == null || talks == null || talks.isOff
    ? null
    : <CheckNow title={t('Check now whether it is reached')} asking={t('Asking the relay…')} line={ranLine('ping', [`/p2p/${relay}`], ASK_RELAY)} ask={async (options) => await checkRelay(relay, options)} />
}
