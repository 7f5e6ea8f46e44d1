import { answered } from '../../async/answered.ts'
import { ifAnswered } from '../../async/if-answered.ts'
import { settledWithin } from '../../async/settled-within.ts'
import { LogBarrier } from './log-barrier.ts'
import type { Mark } from './mark.ts'
import { rotateLog } from './rotate-log.ts'
import type { RotateOptions } from './rotate-log.ts'

/** On a disk with next to no room the browser may never answer. */
const ROTATE_TIMEOUT_MS = 10_000

/** The next worker waits for our lock, and not for an answer that may never come. */
const CLOSE_TIMEOUT_MS = 5000

export interface LogGuardInit {
  /** the IndexedDB of each bucket that is used: each has a log of its own */
  logs: readonly IDBFactory[]
  /** Says that the last life ended when nothing was being written; outlives a kill and a power cut. Without it no life is known to have ended clean. */
  mark?: Mark
  /** There as long as the browser runs. Without it that is not known, and the other mark alone counts. */
  browser?: Mark
  /** Whether there is room for a table of what is in a log. To begin a new one without it makes the database unreadable. */
  hasRoom?: () => Promise<boolean>
  wait?: (ms: number) => Promise<void>
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
  /** or it may be there */
  #marked = false
  /** the browser is known by the next life, if it is the same one */
  #noted = true
  /** a log may end in a torn record */
  #torn = true
  /** the browser has ended in the middle, and with it whoever wrote a log */
  #wasCut = true

  private constructor (init: LogGuardInit) {
    this.#init = init
  }

  /** Resolves when the databases may be used. To be called before anything else opens them, which appends to the log too. */
  static async open (init: LogGuardInit): Promise<LogGuard> {
    const guard = new LogGuard(init)
    // one that cannot be read says nothing, and may be there
    const [isMarked, isSame] = await Promise.all([init.mark?.isSet().catch(() => undefined), init.browser?.isSet().catch(() => false)])
    guard.#marked = isMarked ?? init.mark != null
    guard.#noted = isSame !== false
    // a browser that was started since may have met a power cut or a damaged disk, whatever the mark says
    guard.wasClean = guard.#noted && isMarked === true
    guard.#torn = !guard.wasClean
    guard.#wasCut = isMarked !== true && isSame !== true
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
   *
   * @throws NoAnswerError where the browser does not say that all is on the disk: whoever begins to write waits for this
   */
  async clean (): Promise<void> {
    if (this.#init.mark == null || this.#barriers == null || this.#marked || this.#torn) {
      return
    }

    const barriers = await this.#barriers
    await answered(async () => await Promise.all(barriers.map(async (barrier) => { await barrier.pass() })), { again: false })

    if (barriers.every(({ isLost }) => !isLost)) {
      this.#marked = true // it may be there when nobody has said so
      await this.#init.mark.set()
    }
  }

  /** To be awaited before the first write after `clean`. @throws NoAnswerError where it is not known whether the mark is gone */
  async dirty (): Promise<void> {
    const { logs, mark, browser, hasRoom, wait } = this.#init

    if (this.#marked) {
      await mark?.clear().then(() => { this.#marked = false }, (err: unknown) => {
        ifAnswered(err, undefined)
        // On a full disk it cannot be taken away, and reading must go on; the next call tries again. The next life is not to believe it.
        this.#noted = false
        browser?.clear().catch(() => {})
      })
    }

    // not before the mark of a life that this browser has not seen is gone: a kill in between would have the next one believe it
    if (!this.#marked && !this.#noted) {
      this.#noted = true
      browser?.set().catch(() => {}) // cookies are blocked
    }

    if (this.#torn && await hasRoom?.() !== false) {
      const rotated = await settledWithin(rotateUsed(logs, { surely: this.#wasCut, wait }), ROTATE_TIMEOUT_MS)
      this.#torn = rotated === 'late' || 'error' in rotated
    }
  }

  /** Closes what the guard itself has open, also what the browser opens later. */
  async close (): Promise<void> {
    const closed = this.#barriers?.then((barriers) => { barriers.forEach((barrier) => { barrier.close() }) })
    await (closed == null ? undefined : settledWithin(closed, CLOSE_TIMEOUT_MS))
  }
}

/** One after the other: the room of one is enough. In a log without a database there is nothing to lose. */
async function rotateUsed (logs: readonly IDBFactory[], options: RotateOptions): Promise<void> {
  for (const indexedDB of logs) {
    if ((await answered(() => indexedDB.databases())).length > 0) {
      await rotateLog(indexedDB, options)
    }
  }
}
