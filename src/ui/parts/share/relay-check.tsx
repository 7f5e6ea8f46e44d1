import { useEffect, useRef, useState } from 'preact/hooks'
import { useStore } from '../../lib/store.ts'
import { relayOf } from '../../lib/relay-of.ts'
import { t } from '../../lib/t.ts'
import { network } from '../../state/network.ts'
import { checkRelay } from '../../state/check-relay.ts'

/** Looks whether the relay answers by which others reach this node, and still has a place for it. Nothing for an address that leads through none. */
export function RelayCheck ({ address }: { address: string }) {
  const { talks } = useStore(network)
  const [words, setWords] = useState<string>()
  const [asking, setAsking] = useState(false)
  const gone = useRef(new AbortController())
  const relay = relayOf(address)

  useEffect(() => () => { gone.current.abort() }, [])

  if (relay == null || talks == null || talks.isOff) {
    return null
  }

  async function ask (): Promise<void> {
    const { signal } = gone.current
    setAsking(true)
    const said = await checkRelay(relay!, { signal })
    if (signal.aborted) return
    setWords(said)
    setAsking(false)
  }

  return (
    <p class='actions'>
      <button type='button' disabled={asking} onClick={() => { void ask() }}>{asking ? t('Asking the relay…') : t('Check now whether it is reached')}</button>
      <span class='facts' role='status'>{words}</span>
    </p>
  )
}
