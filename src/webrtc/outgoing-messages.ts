import type { Payload } from './webrtc-message.ts'

/** Maximum bytes sent to the other end and not taken by it. */
const WINDOW_BYTES = 4 * 1024 * 1024

/**
 * Maximum bytes of one post. A message of a data channel has 16 KiB, and posting each one alone would cost more than
 * its bytes.
 */
const BATCH_BYTES = 256 * 1024

/**
 * Below this number of bytes on the way, the next message is posted at once: opening and closing a stream takes a few
 * bytes each, in sequence.
 */
const EAGER_BYTES = 8 * 1024

/**
 * Number of bytes after which the receiver returns credit. A message back for every few bytes would cost more than
 * those bytes.
 */
export const CREDIT_BYTES = 4 * 1024

/** Minimum size that is counted for a message: an empty one fills memory too. */
const LEAST_BYTES = 64

/** Size up to which copying is cheaper than a transfer. */
const COPIED_BYTES = 1024

/** Returns how many bytes a message counts while it is on its way. */
export function costOf (message: Payload): number {
  return Math.max(LEAST_BYTES, typeof message === 'string' ? message.length * 2 : message.byteLength)
}

/**
 * Sends the messages of one channel through a port with credits, in order. Several messages share a post while many
 * bytes are on the way; with few bytes on the way each is posted at once. Never sends more than the other end has room
 * for; that end may hold back up to {@link CREDIT_BYTES} of credit.
 */
export class OutgoingMessages {
  readonly #post: (messages: Payload[], transfer: ArrayBuffer[]) => void
  #queue: Payload[] = []
  #queued = 0
  #onTheWay = 0
  #scheduled = false
  #finish: (() => void) | undefined

  /**
   * Creates the sender.
   *
   * @param post - posts messages through the port, and transfers the buffers
   */
  constructor (post: (messages: Payload[], transfer: ArrayBuffer[]) => void) {
    this.#post = post
  }

  /** Bytes that the other end has not taken yet. */
  get waiting (): number {
    return this.#queued + this.#onTheWay
  }

  /** Whether all pushed messages have been posted. */
  get posted (): boolean {
    return this.#queued === 0
  }

  /**
   * Adds a message.
   *
   * @param message - a buffer is transferred
   */
  push (message: Payload): void {
    this.#queue.push(message)
    this.#queued += costOf(message)

    if (this.#queued >= BATCH_BYTES) {
      this.#flush()
    } else if (!this.#scheduled && this.#onTheWay < EAGER_BYTES) {
      // Messages of one synchronous run are posted together.
      this.#scheduled = true
      queueMicrotask(() => {
        this.#scheduled = false
        this.#flush()
      })
    }
  }

  /** Adds the credit of bytes that the other end has taken. */
  taken (bytes: number): void {
    this.#onTheWay = Math.max(0, this.#onTheWay - bytes)
    this.#flush()
  }

  /** Calls back when all pushed messages have been posted. Nothing may be pushed after this. */
  end (posted: () => void): void {
    this.#finish = posted
    this.#flush()
  }

  /** Drops the messages that were not posted. */
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
