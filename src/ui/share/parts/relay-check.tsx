import { useEffect, useState } from 'preact/hooks'
import { ranLine } from '../../lib/command/lines/ran-line.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { t } from '../../lib/text/t.ts'
import { network } from '../../network/state/network.ts'
import { RunInConsole } from '../../page/controls/run-in-console.tsx'
import { relayOf } from '../lib/relay-of.ts'
import { ASK_RELAY, checkRelay } from '../state/check-relay.ts'

/** Tests whether the link leads to this browser. Empty for an address without a relay. */
export function RelayCheck ({ address }: { address: string }) {
  const { talks } = useStore(network)
  const relay = relayOf(address)
  const [result, setResult] = useState<() => string>()
  const [busy, setBusy] = useState(false)
  const [gone] = useState(() => new AbortController())

  useEffect(() => () => {
    gone.abort()
  }, [gone])

  async function check (relay: string): Promise<void> {
    const { signal } = gone
    setBusy(true)
    const told = await checkRelay(relay, { signal })
    if (!signal.aborted) {
      setResult(() => told)
      setBusy(false)
    }
  }

  return relay == null || talks == null || talks.isOff
    ? null
    : (
      <p class='actions'>
        <button
          type='button'
          disabled={busy}
          onClick={() => {
            void check(relay)
          }}
        >
          {busy ? t('Testing…') : t('Test link')}
        </button>
        <RunInConsole line={ranLine('ping', [`/p2p/${relay}`], ASK_RELAY)} />
        <span class='facts' role='status'>{result?.()}</span>
      </p>
    )
}
