/** Time for which a version is used without reading it again. */
const FRESH_MS = 2000

/** Time after which a version is not used before it has been read again. Until then it is read in the background. */
const STALE_MS = 5000

export interface KnownVersionInit {
  read: () => Promise<string>
  /** keeps the worker while a read continues */
  waitUntil: (work: Promise<unknown>) => void
}

/**
 * The version of the denylists as a front worker knows it: part of the key of cached answers, so that a new rule counts
 * for them within seconds.
 */
export class KnownVersion {
  readonly #now: () => number
  #version: string | undefined
  #readMs = -Infinity
  /** when the last read in the background began */
  #beganMs = -Infinity

  constructor (now: () => number = Date.now) {
    this.#now = now
  }

  /**
   * Returns the version; undefined if it cannot be read now. One read in some seconds runs in the background. A request
   * that has to wait reads for itself: the engine ends a read with the request that began it.
   */
  async current ({ read, waitUntil }: KnownVersionInit): Promise<string | undefined> {
    const nowMs = this.#now()
    const ageMs = nowMs - this.#readMs

    if (ageMs >= STALE_MS) {
      return await this.#read(read)
    }

    if (ageMs >= FRESH_MS && nowMs - this.#beganMs >= FRESH_MS) {
      this.#beganMs = nowMs
      waitUntil(this.#read(read))
    }

    return this.#version
  }

  async #read (read: () => Promise<string>): Promise<string | undefined> {
    const startMs = this.#now()

    try {
      const version = await read()

      if (startMs >= this.#readMs) {
        this.#version = version
        this.#readMs = startMs
      }

      return version
    } catch {
      return undefined
    }
  }
}
