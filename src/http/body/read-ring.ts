/**
 * The size of the read-ahead buffer: large enough that neither side waits for the other, small compared with pending
 * writes.
 */
const RING_BYTES = 2 * 1024 * 1024

/**
 * Read-ahead starts after this many bytes. Most requests are small, and the bytes after their content are not needed.
 */
const SMALL_BYTES = 64 * 1024

type Read = () => Promise<ReadResult>

interface ReadResult {
  done: boolean
  value?: Uint8Array
}

/** Reads a body ahead of its consumer. At most one read is pending at a time, and only while the buffer has room. */
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

  /**
   * Returns the next chunk, or `done`.
   *
   * @throws the error of the source, after all chunks before it
   */
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

  /** Stops reading. */
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
