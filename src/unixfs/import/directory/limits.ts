import { DirectoryError } from './directory-error.ts'

/** The limits at which a directory becomes a HAMT, and the width of the HAMT. */
export interface DirectoryLimits {
  /** the maximum number of links of a basic directory; unlimited below 1 */
  maxLinks: number
  /** width of HAMT nodes; 0 for the default */
  fanout: number
  /** the estimated size in bytes above which a directory becomes a HAMT; 0 disables sharding regardless of the links */
  threshold: number
  /**
   * The estimation of the size (`Import.UnixFSHAMTDirectorySizeEstimation`): `links` counts names and CIDs, `block`
   * counts the whole node, and `disabled` decides by `maxLinks` only.
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

/**
 * Checks the HAMT width of a new directory.
 *
 * @throws DirectoryError if it is invalid
 */
export function checkFanout (fanout: number): void {
  if (fanout !== 0 && (fanout < 0 || (fanout & (fanout - 1)) !== 0 || fanout % 8 !== 0)) {
    throw new DirectoryError(`HAMT fanout must be a positive power of 2 and multiple of 8: ${fanout}`)
  }
}

/**
 * Returns the width for a new HAMT.
 *
 * @throws DirectoryError if it is invalid for a HAMT
 */
export function hamtFanout (fanout: number): number {
  const width = fanout === 0 ? DEFAULT_FANOUT : fanout

  if (width > MAX_FANOUT) {
    throw new DirectoryError(`hamt width (${width}) exceed maximum allowed (${MAX_FANOUT})`)
  }

  return width
}
