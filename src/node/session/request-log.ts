export interface LoggedRequest {
  /** as in `/api/v0/COMMAND` */
  command: string
  /** options by their long names, including defaults; also unknown query keys */
  options: Record<string, unknown>
  /** values of `arg` */
  args: readonly string[]
}

/** A running or completed request. */
export interface RequestEntry extends LoggedRequest {
  id: number
  /** milliseconds since 1970 */
  begun: number
  /** undefined while it runs */
  ended: number | undefined
}

/** Number of entries between cleanups (Kubo `commands/reqlog.go`: rare enough to cost nothing). */
const CLEAN_EVERY = 10

/** Limits of completed requests, for any keep time. Kubo has none. */
const MAX_ENDED = 1000
const MAX_ENDED_CHARS = 1024 * 1024

/**
 * Lists running and recent requests, as `diag/cmds` shows them (Kubo `commands/reqlog.go`). Completed entries expire
 * after the keep time, 0 at first. The log is cleaned when its length is a multiple of ten.
 */
export class RequestLog {
  #entries: RequestEntry[] = []
  #nextId = 0
  #keepMs = 0
  readonly #watchers = new Set<(keepMs: number) => void>()

  /**
   * Adds a request.
   *
   * @returns a function that marks it as completed; idempotent
   */
  begin (request: LoggedRequest): () => void {
    const entry: RequestEntry = { ...request, id: this.#nextId++, begun: Date.now(), ended: undefined }
    this.#entries.push(entry)

    return () => {
      if (entry.ended == null) {
        entry.ended = Date.now()

        if (this.#entries.length % CLEAN_EVERY === 0) {
          this.#clean(this.#keepMs)
        }
      }
    }
  }

  /** Whether a request is running that began less than `ms` ago. Older ones are long-lived subscriptions. */
  isBusy (ms: number): boolean {
    const since = Date.now() - ms
    return this.#entries.some(({ begun, ended }) => ended == null && begun > since)
  }

  /** Lists the entries, oldest first. */
  list (): RequestEntry[] {
    return this.#entries.map((entry) => ({ ...entry }))
  }

  /** Removes completed requests. */
  clear (): void {
    this.#clean(0)
  }

  /**
   * Sets the keep time.
   *
   * @param ms - how long completed requests are kept; negative counts as 0
   */
  setKeepTime (ms: number): void {
    this.#keepMs = ms
    this.#watchers.forEach((changed) => {
      changed(ms)
    })
  }

  /**
   * Watches the keep time.
   *
   * @param changed - called with the value of each `setKeepTime`
   * @returns a function that stops watching
   */
  watchKeepTime (changed: (ms: number) => void): () => void {
    this.#watchers.add(changed)
    return () => {
      this.#watchers.delete(changed)
    }
  }

  #clean (keepMs: number): void {
    const now = Date.now()
    let count = 0
    let chars = 0

    // Keeps the newest entries within the limits.
    const kept = this.#entries.toReversed().filter(({ ended, args, options }) => {
      if (ended == null) {
        return true
      }

      count++
      chars += [...args, ...Object.keys(options), ...Object.values(options).map(String)].reduce(
        (sum, { length }) => sum + length,
        0
      )
      return ended + keepMs > now && count <= MAX_ENDED && chars <= MAX_ENDED_CHARS
    })

    this.#entries = kept.reverse()
  }
}
