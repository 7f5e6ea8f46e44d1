import type { Repo } from '../../repo/repo.ts'
import type { PinStore } from '../store/pin-store.ts'
import type { PinIndex } from './pin-index.ts'

/** A repo with its pins. */
export interface PinnedRepo extends Repo {
  readonly pins: PinStore
  /** descendant index of the recursive pins */
  readonly pinIndex: PinIndex
}
