import type { ReadPace } from '../packed/read/read-many.ts'

const KIB = 1024
const MIB = 1024 * KIB

/** What all who read many blocks may have read together. */
const MAX_READ_BYTES = 24 * MIB

/** And one of them at a time: its answer is as fast as with more. */
const MAX_SHARE_BYTES = 8 * MIB

/** Less than that is not worth to be read ahead. */
const MIN_SHARE_BYTES = 256 * KIB

/** One who reads many blocks. */
export interface ReadShare extends ReadPace {
  end: () => void
}

/**
 * Divides what may be read ahead among those who read: one has as much as it needs, and a crowd of which nobody takes what was read for it has no more
 * together, beside a block each.
 */
export class ReadShares {
  #held = 0

  begin (): ReadShare {
    let [taken, coming] = [0, 0]

    const give = (least: number): number => {
      const bytes = Math.min(MAX_SHARE_BYTES, (MAX_READ_BYTES - this.#held) / 2)
      coming = bytes < least ? 0 : bytes
      this.#held += coming
      return coming
    }

    const end = (): void => {
      this.#held -= taken + coming
      taken = coming = 0
    }

    return {
      ahead: () => {
        this.#held -= taken
        taken = coming
        return give(MIN_SHARE_BYTES)
      },

      next: () => {
        end()
        return give(0)
      },

      end
    }
  }
}
