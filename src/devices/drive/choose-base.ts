import type { DeviceRecord } from '../records/device-record.ts'
import type { KnownRecord, PairState } from './pair-state.ts'

/**
 * Returns whether a device may merge a record now.
 *
 * If both devices merged each other's records at once, the results would have two common states, and a later merge
 * could take either. So the second device waits until the first one has merged its last record.
 */
export function mayMerge ({ isFirst, sent }: Pick<PairState, 'isFirst' | 'sent'>, { merged }: DeviceRecord): boolean {
  return isFirst || merged === (sent.at(-1)?.number ?? 0)
}

/**
 * Returns the root of the last common state of this device and a record of the other one; undefined if there is none.
 *
 * There are two candidates: the own record that is merged into the record, and the record that was merged here last.
 * The own record is later if it contains that record.
 */
export function chooseBase (
  { sent, merged: theirs }: Pick<PairState, 'sent' | 'merged'>,
  record: Pick<DeviceRecord, 'merged'>
): string | undefined {
  const own = sent.find(({ number }) => number === record.merged)
  return own != null && own.merged >= (theirs?.number ?? 0) ? own.root : theirs?.root
}

/** Own records that are kept as possible common states. */
const MAX_SENT = 24

/** Returns the own records that later merges may need, after the other device stated which one it has merged. */
export function neededRecords (sent: readonly KnownRecord[], merged: number): KnownRecord[] {
  return sent.filter(({ number }, i) => number >= merged && (number === merged || i >= sent.length - MAX_SENT))
}
