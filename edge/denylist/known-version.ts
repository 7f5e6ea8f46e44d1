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
  #reading: Promise<string | undefined> | undefined

  constructor (now: () => number = Date.now) {
    this.#now = now
  }

  /** Returns the version; undefined if it cannot be read now. At most one read runs at a time. */
  async current ({ read, waitUntil }: KnownVersionInit): Promise<string | undefined> {
    const ageMs = this.#now() - this.#readMs

    if (ageMs < FRESH_MS) {
      return this.#version
    }

    const reading = this.#reading ??= this.#read(read).finally(() => {
      this.#reading = undefined
    })

    if (ageMs < STALE_MS) {
      waitUntil(reading)
      return this.#version
    }

    return await reading
  }

  async #read (read: () => Promise<string>): Promise<string | undefined> {
    const startMs = this.#now()

    try {
      this.#version = await read()
      this.#readMs = startMs
      return this.#version
    } catch {
      return undefined
    }
  }
}
