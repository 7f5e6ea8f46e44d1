/*
 * Protection from torn logs (docs/internals/torn-logs.md). Chromium stores IndexedDB in LevelDB. A kill during a write
 * tears the last record of its log. The next run appends to the log. The run after that finds a bad record in the
 * middle and recreates the database, empty (google/leveldb issue 1287).
 *
 * State outside of the log:
 *
 * - The clean mark: an empty Storage Bucket (`bucket-mark.ts`). Its existence says that the last run ended with
 *   everything on disk.
 * - The browser mark: a session cookie (`browser-mark.ts`). Its absence says that the browser was restarted.
 *
 * Invariants:
 *
 * - The clean mark is set only after a barrier has synced each log, and while nothing is written.
 * - The clean mark is cleared before the next write. If it cannot be cleared (full disk), the browser mark is cleared
 *   instead, so that the next run ignores the clean mark.
 * - The browser mark is set only after the clean mark is cleared.
 * - The clean mark is not set while a log may be torn.
 *
 * Recovery: if either mark is missing at the start, every log is rotated before anything is acknowledged. LevelDB
 * then begins a new log, and the torn end is gone (`rotate-log.ts`). A rotation that fails, times out or lacks room is
 * tried again before the next write.
 */
import { fallbackUnlessTimeout, withAnswerTimeout } from '../../async/promises/answer-timeout.ts'
import { settledWithin } from '../../async/promises/settled-within.ts'
import { LogBarrier } from './log-barrier.ts'
import { rotateLog } from './rotate-log.ts'
import type { RotateOptions } from './rotate-log.ts'

/** A persistent flag that is stored outside of the data that it describes. */
export interface Mark {
  isSet: () => Promise<boolean>
  set: () => Promise<void>
  clear: () => Promise<void>
}

/** The timeout for log rotation. On an almost full disk, the browser may never answer. */
const ROTATE_TIMEOUT_MS = 10_000

/**
 * The timeout for closing. The next worker waits for our lock, and must not wait for an answer that may never arrive.
 */
const CLOSE_TIMEOUT_MS = 5000

export interface LogGuardInit {
  /** The IndexedDB of each bucket in use. Each has a log of its own. */
  logs: readonly IDBFactory[]
  /**
   * The clean mark: set if the last run ended while nothing was being written. Survives kills and power cuts. Without
   * it, no run counts as clean.
   */
  mark?: Mark
  /** Set as long as the browser runs. Without it, only the clean mark counts. */
  browser?: Mark
  /**
   * Whether there is room for a table with the contents of a log. Rotating without room makes the database unreadable.
   */
  hasRoom?: () => Promise<boolean>
  wait?: (ms: number) => Promise<void>
}

/**
 * Rotates torn logs at the start, and owns the clean mark. Only one guard of an origin may be open at a time: its owner
 * holds a lock.
 */
export class LogGuard {
  /** Whether the last run ended cleanly. */
  wasClean = false
  readonly #init: LogGuardInit
  #barriers: Promise<LogBarrier[]> | undefined
  /** Whether the clean mark is set, or may be. */
  #marked = false
  /** Whether the browser mark is set, so that the next run recognizes the same browser. */
  #noted = true
  /** Whether a log may end in a torn record. */
  #torn = true
  /** Whether the browser itself may have crashed, and with it the process that wrote the log. */
  #wasCut = true

  private constructor (init: LogGuardInit) {
    this.#init = init
  }

  /**
   * Resolves when the databases may be used. To be called before anything else opens them, because opening appends to
   * the log.
   */
  static async open (init: LogGuardInit): Promise<LogGuard> {
    const guard = new LogGuard(init)
    // A mark that cannot be read is unknown, and may be set.
    const [isMarked, isSame] = await Promise.all([
      init.mark?.isSet().catch(() => undefined),
      init.browser?.isSet().catch(() => false)
    ])
    guard.#marked = isMarked ?? init.mark != null
    guard.#noted = isSame !== false
    // After a browser restart the clean mark is not trusted: there may have been a power cut or a damaged disk.
    guard.wasClean = guard.#noted && isMarked === true
    guard.#torn = !guard.wasClean
    guard.#wasCut = isMarked !== true && isSame !== true
    await guard.dirty()

    if (init.mark != null) {
      guard.#barriers = Promise.all(init.logs.map(async (log) => await LogBarrier.open(log)))
      guard.#barriers.catch(() => {}) // a full disk: `clean` throws it
    }

    return guard
  }

  /**
   * Syncs the logs and sets the clean mark. To be called when nothing is being written. After it, nothing may be
   * written until `dirty` has resolved. Does nothing if a write has failed in this run, or a torn log could not be
   * rotated.
   *
   * @throws NoAnswerError if the browser does not confirm the sync; writers wait for this call
   */
  async clean (): Promise<void> {
    if (this.#init.mark == null || this.#barriers == null || this.#marked || this.#torn) {
      return
    }

    const barriers = await this.#barriers
    await withAnswerTimeout(async () =>
      await Promise.all(barriers.map(async (barrier) => {
        await barrier.pass()
      })), { again: false })

    if (barriers.every(({ isLost }) => !isLost)) {
      this.#marked = true // it may be set even if the browser does not confirm it
      await this.#init.mark.set()
    }
  }

  /**
   * Clears the clean mark. To be awaited before the first write after `clean`.
   *
   * @throws NoAnswerError if it is unknown whether the mark is cleared
   */
  async dirty (): Promise<void> {
    const { logs, mark, browser, hasRoom, wait } = this.#init

    if (this.#marked) {
      await mark?.clear().then(() => {
        this.#marked = false
      }, (err: unknown) => {
        fallbackUnlessTimeout(err, undefined)
        // On a full disk it cannot be cleared, and reads must continue. The next call tries again. Clearing the browser
        // mark makes the next run ignore the clean mark.
        this.#noted = false
        browser?.clear().catch(() => {})
      })
    }

    // Only after the clean mark of a run that this browser has not seen is cleared. Otherwise the next run would trust
    // it after a crash in between.
    if (!this.#marked && !this.#noted) {
      this.#noted = true
      browser?.set().catch(() => {}) // cookies are blocked
    }

    if (this.#torn && await hasRoom?.() !== false) {
      const rotated = await settledWithin(rotateUsed(logs, { surely: this.#wasCut, wait }), ROTATE_TIMEOUT_MS)
      this.#torn = rotated === 'late' || 'error' in rotated
    }
  }

  /** Closes the connections of the guard, including those that the browser opens later. */
  async close (): Promise<void> {
    const closed = this.#barriers?.then((barriers) => {
      barriers.forEach((barrier) => {
        barrier.close()
      })
    })
    await (closed == null ? undefined : settledWithin(closed, CLOSE_TIMEOUT_MS))
  }
}

/** Rotates one log at a time, so that room for one table is enough. A log without a database has nothing to lose. */
async function rotateUsed (logs: readonly IDBFactory[], options: RotateOptions): Promise<void> {
  for (const indexedDB of logs) {
    if ((await withAnswerTimeout(() => indexedDB.databases())).length > 0) {
      await rotateLog(indexedDB, options)
    }
  }
}
