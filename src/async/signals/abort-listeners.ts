/**
 * Runs jobs when a signal aborts, with one listener per signal: hundreds of listeners on one signal are slow, and Node
 * reports them as a leak.
 */
export class AbortListeners {
  readonly #waiting = new Map<AbortSignal, { jobs: Set<() => void>; listener: () => void }>()

  /**
   * Adds a job.
   *
   * @param job - called once when the signal aborts, unless it was removed
   * @returns removes it
   */
  add (signal: AbortSignal, job: () => void): () => void {
    const { jobs } = this.#waiting.get(signal) ?? this.#listen(signal)
    jobs.add(job)

    return () => {
      if (jobs.delete(job) && jobs.size === 0) {
        this.#forget(signal)
      }
    }
  }

  #listen (signal: AbortSignal): { jobs: Set<() => void>; listener: () => void } {
    const jobs = new Set<() => void>()

    const listener = (): void => {
      this.#forget(signal)
      jobs.forEach((job) => {
        job()
      })
    }

    const entry = { jobs, listener }
    this.#waiting.set(signal, entry)
    signal.addEventListener('abort', listener, { once: true })
    return entry
  }

  #forget (signal: AbortSignal): void {
    const entry = this.#waiting.get(signal)

    if (entry != null) {
      this.#waiting.delete(signal)
      signal.removeEventListener('abort', entry.listener)
    }
  }
}
