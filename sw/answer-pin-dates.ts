import { cidText } from '../src/cid/cid-text.ts'
import type { PinDatesAnswer } from '../src/client/messages.ts'
import type { LazyNode } from './lazy-node.ts'

/** Since when the pins of the node are kept; nothing of a node that does not open, which says why to whoever asks it for something. */
export async function answerPinDates (lazy: Pick<LazyNode, 'hold'>): Promise<PinDatesAnswer> {
  const dates: PinDatesAnswer['dates'] = []

  await lazy.hold(async ({ pins }) => {
    for await (const { cid, since } of pins.list()) {
      if (since != null) dates.push([cidText(cid), since])
    }
  }).catch(() => {})

  return { type: 'pin-dates', dates }
}
