import { askStream } from '../../client/ask-node.ts'
import { plainError } from '../../lib/text/plain-error.ts'
import { t } from '../../lib/text/t.ts'
import { peers, readPeers } from '../../network/state/peers.ts'
import { relayOf } from '../lib/relay-of.ts'

/** Ping options for a relay. */
export const ASK_RELAY = { count: '1', timeout: '10s' } as const

/**
 * Pings a relay, and checks whether it holds a reservation for this node.
 *
 * @returns a function that returns the result as text
 */
export async function checkRelay (relay: string, { signal }: { signal: AbortSignal }): Promise<() => string> {
  try {
    let roundTripMs: number | undefined

    for await (
      const { Success, Time } of askStream<{ Success: boolean; Time: number }>('ping', {
        args: [`/p2p/${relay}`],
        options: ASK_RELAY,
        signal
      })
    ) {
      // Other messages of `ping` have no time.
      if (Success && Time > 0) {
        roundTripMs = Time / 1_000_000
      }
    }

    await readPeers()
    const hasPlace = peers.value.addresses.some((address) => relayOf(address) === relay)

    if (roundTripMs == null || !hasPlace) {
      return () =>
        roundTripMs == null
          ? t('The relay did not answer. Others can’t connect to you right now.')
          : t('The relay answered, but no longer accepts this node.')
    }

    const n = Math.max(1, Math.round(roundTripMs))
    return () => t('The link works (relay answered in {n} ms).', { n })
  } catch (err) {
    return () =>
      signal.aborted
        ? ''
        : t('The relay did not answer: {why}', {
          why: (err as Error).message === '' ? plainError(err).what : (err as Error).message
        })
  }
}
