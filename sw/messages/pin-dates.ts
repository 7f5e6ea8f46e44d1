import { cidText } from '../../src/cid/text/cid-text.ts'
import type { PinDatesAnswer } from '../../src/client/protocol/messages.ts'
import type { LazyNode } from '../node/lazy-node.ts'

/** Returns the creation dates of pins. Returns none if the node does not open; other requests report the reason. */
export async function answerPinDates (lazy: Pick<LazyNode, 'hold'>): Promise<PinDatesAnswer> {
  const dates: PinDatesAnswer['dates'] = []

  await lazy.hold(async ({ pins }) => {
    for await (const { cid, since } of pins.list()) {
      if (since != null) {
        dates.push([cidText(cid), since])
      }
    }
  }).catch(() => {})

  return { type: 'pin-dates', dates }
}
