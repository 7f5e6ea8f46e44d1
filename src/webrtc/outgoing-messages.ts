import type { Payload } from './webrtc-message.ts'

/** What may be on its way and not taken by the other end. */
const WINDOW_BYTES = 4 * 1024 * 1024

/**
 * So much is posted at once: a message of a data channel has 16 KiB, and each post of its own would cost more than its
 * bytes.
 */
const BATCH_BYTES = 256 * 1024

/**
 * While less than this is on its way the next message does not wait: what opens and closes a stream is a few bytes
 * each, one behind the other.
 */
const EAGER_BYTES = 8 * 1024

/** So much is taken before the other end is told: a message back for every few bytes would cost more than they do. */
export const CREDIT_BYTES = 4 * 1024

/** An empty message fills memory too. */
const LEAST_BYTES = 64

/** What a few bytes cost less to copy than to give away. */
const COPIED_BYTES = 1024

/** How many bytes a message counts for on its way. */
export function costOf (message: Payload): number {
  return Math.max(LEAST_BYTES, typeof message === 'string' ? message.length * 2 : message.byteLength)
}

/**
 * The messages of one channel on their way through a port: in order, several at once while much is on its way and each
 * at once while little is, and no more of them than the other end has room for. That end may leave less than {@link
 * CREDIT_BYTES} untold.
 */
export class OutgoingMessages {
  readonly #post: (messages: Payload[], transfer: ArrayBuffer[]) => void
  #queue: Payload[] = []
  #queued = 0
  #onTheWay = 0
  #scheduled = false
  #finish: (() => void) | undefined

  /** @param post - posts messages through the port, and gives away the buffers */
  constructor (post: (messages: Payload[], transfer: ArrayBuffer[]) => void) {
    this.#post = post
  }

  /** Bytes that the other end has not taken yet. */
  get waiting (): number {
    return this.#queued + this.#onTheWay
  }

  /** Whether all that was pushed has been posted. */
  get posted (): boolean {
    return this.#queued === 0
  }

  /** @param message - a buffer is given away */
  push (message: Payload): void {
    this.#queue.push(message)
    this.#queued += costOf(message)

    if (this.#queued >= BATCH_BYTES) {
      this.#flush()
    } else if (!this.#scheduled && this.#onTheWay < EAGER_BYTES) {
      // what is sent in one go is posted in one go
      this.#scheduled = true
      queueMicrotask(() => {
        this.#scheduled = false
        this.#flush()
      })
    }
  }

  /** The other end has taken so many bytes. */
  taken (bytes: number): void {
    this.#onTheWay = Math.max(0, this.#onTheWay - bytes)
    this.#flush()
  }

  /** Calls back when all that was pushed has been posted; nothing may be pushed any more. */
  end (posted: () => void): void {
    this.#finish = posted
    this.#flush()
  }

  /** Forgets what was not posted. */
  clear (): void {
    this.#queue = []
    this.#queued = 0
    this.#finish = undefined
  }

  #flush (): void {
    while (
      this.#queue.length > 0 && this.#onTheWay < WINDOW_BYTES &&
      (this.#onTheWay < EAGER_BYTES || this.#queued >= BATCH_BYTES || this.#finish != null)
    ) {
      this.#postBatch()
    }

    if (this.#queue.length === 0 && this.#finish != null) {
      const finish = this.#finish
      this.#finish = undefined
      finish()
    }
  }

  #postBatch (): void {
    let bytes = 0
    let count = 0

    for (; count < this.#queue.length && bytes < BATCH_BYTES; count++) {
      bytes += costOf(this.#queue[count] as Payload)
    }

    const batch = this.#queue.splice(0, count)
    this.#queued -= bytes
    this.#onTheWay += bytes
    this.#post(
      batch,
      batch.filter((message) => typeof message !== 'string' && message.byteLength > COPIED_BYTES) as ArrayBuffer[]
    )
  }
}
