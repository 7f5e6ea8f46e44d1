import { DirectoryError } from './directory-error.ts'

/** When a directory becomes a HAMT, and how wide that is. */
export interface DirectoryLimits {
  /** links of one that is no HAMT; unlimited below 1 */
  maxLinks: number
  /** width of HAMT nodes; 0 for the default */
  fanout: number
  /** bytes of the estimated size above which it becomes a HAMT; 0 for never, whatever the links */
  threshold: number
  /**
   * How the size is estimated (`Import.UnixFSHAMTDirectorySizeEstimation`): `links` counts names and CIDs,
   * `block` the whole node, `disabled` leaves the decision to `maxLinks`.
   */
  estimation: 'links' | 'block' | 'disabled'
}

/** boxo `ipld/unixfs/io/directory.go`: `DefaultShardWidth` and `HAMTShardingSize`. */
export const DEFAULT_FANOUT = 256
export const DEFAULT_HAMT_THRESHOLD_BYTES = 256 * 1024

/** boxo `ipld/unixfs/hamt/hamt.go`, `maximumHamtWidth`. */
const MAX_FANOUT = 1024

export const DEFAULT_LIMITS: DirectoryLimits = {
  maxLinks: 0,
  fanout: DEFAULT_FANOUT,
  threshold: DEFAULT_HAMT_THRESHOLD_BYTES,
  estimation: 'links'
}

/** @throws DirectoryError when a new directory refuses such a width */
export function checkFanout (fanout: number): void {
  if (fanout !== 0 && (fanout < 0 || (fanout & (fanout - 1)) !== 0 || fanout % 8 !== 0)) {
    throw new DirectoryError(`HAMT fanout must be a positive power of 2 and multiple of 8: ${fanout}`)
  }
}

/** The width of a HAMT made of such a directory. @throws DirectoryError when no HAMT has it */
export function hamtFanout (fanout: number): number {
  const width = fanout === 0 ? DEFAULT_FANOUT : fanout

  if (width > MAX_FANOUT) {
    throw new DirectoryError(`hamt width (${width}) exceed maximum allowed (${MAX_FANOUT})`)
  }

  return width
}
