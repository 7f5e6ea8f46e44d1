/** Maximum frame that the reader of the worker waits for (package it-length-prefixed). Frames in use have 16 KiB. */
const MAX_FRAME_BYTES = 4 * 1024 * 1024

/** Memory of a message in addition to its bytes, while it waits for the rest of its frame. */
const PIECE_BYTES = 256

/**
 * Counts the bytes of the last, incomplete frame of a channel, which the worker keeps in memory. A frame of libp2p is
 * preceded by its length, as a varint.
 */
export class PartOfFrame {
  #bytes = 0
  #length = 0
  #factor = 1
  #left = 0
  #isOver = false

  /** Its bytes in memory. */
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
        // A frame is complete. Bytes after it keep the whole message in memory.
        this.#bytes = at === bytes.length ? 0 : PIECE_BYTES + bytes.length
      }
    }
  }

  #readLength (byte: number): void {
    this.#length += (byte & 0x7f) * this.#factor
    this.#factor *= 0x80

    if (this.#length > MAX_FRAME_BYTES || this.#factor > MAX_FRAME_BYTES * 0x80) {
      // Nothing more of this channel is read or kept.
      this.#isOver = true
      this.#bytes = 0
    } else if (byte < 0x80) {
      this.#left = this.#length
      this.#length = 0
      this.#factor = 1
    }
  }
}
