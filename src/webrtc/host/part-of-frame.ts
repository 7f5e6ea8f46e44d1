/** The reader of the worker waits for no longer frame (package it-length-prefixed); those in use have 16 KiB. */
const MAX_FRAME_BYTES = 4 * 1024 * 1024

/** A message beside its bytes, where it is kept until its frame is whole. */
const PIECE_BYTES = 256

/**
 * What has come of the last frame of a channel while it is not whole: the worker keeps that. A frame of libp2p has its
 * length before it, as a varint.
 */
export class PartOfFrame {
  #bytes = 0
  #length = 0
  #factor = 1
  #left = 0
  #isOver = false

  /** What it takes in memory. */
  get bytes (): number {
    return this.#bytes
  }

  push (message: ArrayBuffer): void {
    if (this.#isOver) {
      return
    }

    const bytes = new Uint8Array(message)
    this.#bytes += PIECE_BYTES + bytes.length

    for (let at = 0; at < bytes.length && !this.#isOver;) {
      if (this.#left > 0) {
        const some = Math.min(this.#left, bytes.length - at)
        this.#left -= some
        at += some
      } else {
        this.#readLength(bytes[at++])
      }

      if (this.#left === 0 && this.#factor === 1) {
        // a frame is whole; what is behind it keeps all of the message
        this.#bytes = at === bytes.length ? 0 : PIECE_BYTES + bytes.length
      }
    }
  }

  #readLength (byte: number): void {
    this.#length += (byte & 0x7f) * this.#factor
    this.#factor *= 0x80

    if (this.#length > MAX_FRAME_BYTES || this.#factor > MAX_FRAME_BYTES * 0x80) {
      // nothing more of it is read, and nothing kept
      this.#isOver = true
      this.#bytes = 0
    } else if (byte < 0x80) {
      this.#left = this.#length
      this.#length = 0
      this.#factor = 1
    }
  }
}
