/**
 * What may lie read and not taken: enough that neither end waits for the other, little beside what is being written.
 */
const RING_BYTES = 2 * 1024 * 1024

/**
 * A body that ends so soon is not read on before that is asked for: most requests are small, and what comes behind
 * their content is of no use.
 */
const SMALL_BYTES = 64 * 1024

type Read = () => Promise<ReadResult>

interface ReadResult {
  done: boolean
  value?: Uint8Array
}

/** Reads a body ahead of who takes it: one read is under way while there is room, and never two. */
export class ReadRing {
  readonly #read: Read
  readonly #ready: ReadResult[] = []
  #reading: Promise<void> | undefined
  #bytes = 0
  #total = 0
  #ended = false
  #failure: { error: unknown } | undefined

  constructor (read: Read) {
    this.#read = read
  }

  /** The next chunk, or that there is none. @throws what reading throws, behind what was read before */
  async next (): Promise<ReadResult> {
    if (this.#ready.length === 0 && !this.#ended) {
      this.#start()
      await this.#reading
    }

    const result = this.#ready.shift()

    if (result == null) {
      if (this.#failure != null) {
        throw this.#failure.error
      }
      return { done: true }
    }

    this.#bytes -= result.value?.byteLength ?? 0
    this.#startAhead()
    return result
  }

  /** Nothing is read any more. */
  stop (): void {
    this.#ended = true
  }

  #start (): void {
    this.#reading ??= this.#read().then((result) => {
      this.#bytes += result.value?.byteLength ?? 0
      this.#total += result.value?.byteLength ?? 0
      this.#ended ||= result.done
      this.#ready.push(result)
    }, (error: unknown) => {
      this.#ended = true
      this.#failure = { error }
    }).then(() => {
      this.#reading = undefined
      this.#startAhead()
    })
  }

  #startAhead (): void {
    if (!this.#ended && this.#total >= SMALL_BYTES && this.#bytes < RING_BYTES) {
      this.#start()
    }
  }
}
