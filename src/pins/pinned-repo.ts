import type { Repo } from '../repo/repo.ts'
import type { PinIndex } from './pin-index.ts'
import type { PinStore } from './pin-store.ts'

/** A repo with its pins. */
export interface PinnedRepo extends Repo {
  readonly pins: PinStore
  /** descendant index of the recursive pins */
  readonly pinIndex: PinIndex
}
