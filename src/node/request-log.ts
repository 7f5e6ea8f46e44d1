export interface LoggedRequest {
  /** as in `/api/v0/COMMAND` */
  command: string
  /** by their long names, those with defaults too; and keys that no option has */
  options: Record<string, unknown>
  /** the values of `arg` */
  args: readonly string[]
}

/** A request that is being answered, or was. */
export interface RequestEntry extends LoggedRequest {
  id: number
  /** milliseconds since 1970 */
  begun: number
  /** undefined while it is being answered */
  ended: number | undefined
}

/** After so many the log is looked through (Kubo `commands/reqlog.go`: so often that it costs nothing). */
const CLEAN_EVERY = 10

/** What is remembered at most of requests that are over, whatever time is set: Kubo knows no bound. */
const MAX_ENDED = 1000
const MAX_ENDED_CHARS = 1024 * 1024

/**
 * The requests that are being answered, and those that were lately, as `diag/cmds` shows them (Kubo `commands/reqlog.go`). Those that are over go once
 * their time is, which is none at first; looked at when the log has a multiple of ten entries.
 */
export class RequestLog {
  #entries: RequestEntry[] = []
  #nextId = 0
  #keepMs = 0
  readonly #watchers = new Set<(keepMs: number) => void>()

  /** @returns tells that it is over; of no effect the second time */
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

  /** Whether somebody waits for an answer; who has waited for longer than `ms` listens rather, and goes on to. */
  isBusy (ms: number): boolean {
    const since = Date.now() - ms
    return this.#entries.some(({ begun, ended }) => ended == null && begun > since)
  }

  /** The oldest first. */
  list (): RequestEntry[] {
    return this.#entries.map((entry) => ({ ...entry }))
  }

  /** Forgets those that are over. */
  clear (): void {
    this.#clean(0)
  }

  /** @param ms - how long those are remembered that are over; negative counts as none */
  setKeepTime (ms: number): void {
    this.#keepMs = ms
    this.#watchers.forEach((changed) => { changed(ms) })
  }

  /** @param changed - called with the time of each `setKeepTime`. @returns ends it */
  watchKeepTime (changed: (ms: number) => void): () => void {
    this.#watchers.add(changed)
    return () => { this.#watchers.delete(changed) }
  }

  #clean (keepMs: number): void {
    const now = Date.now()
    let count = 0
    let chars = 0

    // from the newest on, as far as there is room
    const kept = this.#entries.toReversed().filter(({ ended, args, options }) => {
      if (ended == null) {
        return true
      }

      count++
      chars += [...args, ...Object.keys(options), ...Object.values(options).map(String)].reduce((sum, { length }) => sum + length, 0)
      return ended + keepMs > now && count <= MAX_ENDED && chars <= MAX_ENDED_CHARS
    })

    this.#entries = kept.reverse()
  }
}
