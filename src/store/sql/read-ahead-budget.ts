import type { ReadPace } from '../packed/read/read-many.ts'

const KIB = 1024
const MIB = 1024 * KIB

/** The default read-ahead budget of all readers together. */
const MAX_READ_BYTES = 24 * MIB

/** The read-ahead limit of one reader. More would not make it faster. */
const MAX_SHARE_BYTES = 8 * MIB

/** The smallest useful read-ahead. */
const MIN_SHARE_BYTES = 256 * KIB

/** The share of one reader of many blocks. */
export interface ReadAheadShare extends ReadPace {
  end: () => void
}

/**
 * Divides the read-ahead budget among readers. A single reader gets as much as it needs. Many stalled readers stay
 * within the budget together, plus one block each.
 */
export class ReadAheadBudget {
  readonly #maxBytes: number
  #held = 0

  constructor (maxBytes = MAX_READ_BYTES) {
    this.#maxBytes = maxBytes
  }

  begin (): ReadAheadShare {
    let [taken, coming] = [0, 0]

    const give = (least: number): number => {
      const bytes = Math.min(MAX_SHARE_BYTES, (this.#maxBytes - this.#held) / 2)
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

  /** Yields the values of a read, which gets a share until it ends or its reader leaves. */
  async *sharing<T> (read: (share: ReadAheadShare) => AsyncGenerator<T>): AsyncGenerator<T> {
    const share = this.begin()

    try {
      yield* read(share)
    } finally {
      share.end()
    }
  }
}
