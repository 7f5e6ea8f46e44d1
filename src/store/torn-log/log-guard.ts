import { answered } from '../../async/answered.ts'
import { settledWithin } from '../../async/settled-within.ts'
import type { CleanMark } from './clean-mark.ts'
import { LogBarrier } from './log-barrier.ts'
import { rotateLog } from './rotate-log.ts'

/** On a disk with next to no room the browser may never answer. */
const ROTATE_TIMEOUT_MS = 10_000

export interface LogGuardInit {
  /** the IndexedDB of each bucket that is used: each has a log of its own */
  logs: readonly IDBFactory[]
  /** without it no life is known to have ended clean */
  mark?: CleanMark
  /** Whether the browser has been running since the last life. Without it that is not known, and the mark alone counts. */
  isSameBrowser?: () => Promise<boolean>
  /** Whether there is room for a table of what is in a log. To begin a new one without it makes the database unreadable. */
  hasRoom?: () => Promise<boolean>
}

/**
 * Keeps a torn log from taking the repo along. Chromium keeps IndexedDB in LevelDB. A kill in the middle of a write tears the last
 * record of its log; the next life appends behind it, and the one after that finds a bad record in the middle and makes the
 * database anew, empty (google/leveldb issue 1287). So a life that did not end clean is followed by one that begins new logs before it
 * acknowledges anything.
 *
 * One guard of an origin may be open at a time: whoever opens it holds a lock.
 */
export class LogGuard {
  /** whether the life before ended clean */
  wasClean = false
  readonly #init: LogGuardInit
  #barriers: Promise<LogBarrier[]> | undefined
  #marked = false
  /** a log may end in a torn record */
  #torn = true

  private constructor (init: LogGuardInit) {
    this.#init = init
  }

  /** Resolves when the databases may be used. To be called before anything else opens them, which appends to the log too. */
  static async open (init: LogGuardInit): Promise<LogGuard> {
    const guard = new LogGuard(init)
    // a mark that cannot be read is none
    const [isMarked, isSame] = await Promise.all([init.mark?.isSet().catch(() => false), init.isSameBrowser?.()])
    guard.#marked = isMarked ?? false
    // a browser that was started since may have met a power cut or a damaged disk, whatever the mark says
    guard.wasClean = isSame !== false && guard.#marked
    guard.#torn = !guard.wasClean
    await guard.dirty()

    if (init.mark != null) {
      guard.#barriers = Promise.all(init.logs.map(async (log) => await LogBarrier.open(log)))
      guard.#barriers.catch(() => {}) // a full disk: `clean` meets it
    }

    return guard
  }

  /**
   * To be called when nothing is being written: brings all of it to the disk and sets the mark. Nothing may be written until `dirty`
   * has resolved. There is no mark where a write has failed in this life, or a torn log could not be replaced.
   */
  async clean (): Promise<void> {
    if (this.#init.mark == null || this.#barriers == null || this.#marked || this.#torn) {
      return
    }

    const barriers = await this.#barriers
    await Promise.all(barriers.map(async (barrier) => { await barrier.pass() }))

    if (barriers.every(({ isLost }) => !isLost)) {
      await this.#init.mark.set()
      this.#marked = true
    }
  }

  /** To be awaited before the first write after `clean`. */
  async dirty (): Promise<void> {
    if (this.#marked) {
      // On a full disk it cannot be taken away, and reading must go on; the next call tries again.
      await this.#init.mark?.clear().then(() => { this.#marked = false }, () => {})
    }

    if (this.#torn && await this.#init.hasRoom?.() !== false) {
      const rotated = await settledWithin(rotateUsed(this.#init.logs), ROTATE_TIMEOUT_MS)
      this.#torn = rotated === 'late' || 'error' in rotated
    }
  }

  /** Closes what the guard itself has open. */
  async close (): Promise<void> {
    const barriers = await this.#barriers?.catch(() => [])
    barriers?.forEach((barrier) => { barrier.close() })
  }
}

/** One after the other: the room of one is enough. In a log without a database there is nothing to lose. */
async function rotateUsed (logs: readonly IDBFactory[]): Promise<void> {
  for (const indexedDB of logs) {
    if ((await answered(() => indexedDB.databases())).length > 0) {
      await rotateLog(indexedDB)
    }
  }
}
