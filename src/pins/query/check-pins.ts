import type { CID } from 'multiformats/cid'
import type { PinnedRepo } from '../index/pinned-repo.ts'

/** How a CID is pinned. */
export type CheckedPin =
  | { mode: 'recursive' | 'direct'; name: string }
  | { mode: 'indirect'; name: ''; through: CID }

export type CheckMode = 'recursive' | 'direct' | 'indirect' | 'any'

/**
 * Returns how CIDs are pinned, one answer for each; undefined for a CID that is not pinned, or not in this mode (boxo
 * `dspinner`, `CheckIfPinnedWithType`). A CID that is pinned recursively is not indirect; one that is pinned directly
 * can be both.
 *
 * @throws the errors of `PinIndex.through`
 */
export async function checkPins (
  { pins, pinIndex }: Pick<PinnedRepo, 'pins' | 'pinIndex'>,
  cids: readonly CID[],
  { mode, signal }: { mode: CheckMode; signal: AbortSignal }
): Promise<Array<CheckedPin | undefined>> {
  const found: Array<CheckedPin | undefined> = []
  const rest: number[] = []

  for (const [i, cid] of cids.entries()) {
    signal.throwIfAborted()
    const pin = await pins.get(cid)

    if (pin != null && (mode === 'any' || mode === pin.mode)) {
      found[i] = { mode: pin.mode, name: pin.name }
    } else if (mode === 'any' || (mode === 'indirect' && pin?.mode !== 'recursive')) {
      rest.push(i)
    } else {
      found[i] = undefined
    }
  }

  if (rest.length > 0) {
    const roots = await pinIndex.through(rest.map((i) => cids[i]), { signal })

    rest.forEach((i, at) => {
      const through = roots[at]
      found[i] = through == null ? undefined : { mode: 'indirect', name: '', through }
    })
  }

  return found
}
