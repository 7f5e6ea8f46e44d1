/**
 * Limit of concurrent large uploads in the memory of one worker (128 MB): each has up to 16 MiB of blocks in flight and
 * two segments of 8 MiB. The node reads further ones itself.
 */
const MAX_LARGE = 2

/** Uploads up to this declared length need no place. */
const SMALL_BYTES = 1024 * 1024

/** Counts the large uploads in this memory. */
export class UploadPlaces {
  #large = 0

  /**
   * Takes a place for an upload.
   *
   * @returns a function that gives it back; undefined if none is free
   */
  take ({ headers }: Request): (() => void) | undefined {
    const length = headers.get('content-length')

    if (length != null && Number(length) <= SMALL_BYTES) {
      return () => {}
    }

    if (this.#large >= MAX_LARGE) {
      return undefined
    }

    this.#large++
    let isTaken = true

    return () => {
      this.#large -= isTaken ? 1 : 0
      isTaken = false
    }
  }
}

/** The places of this worker. */
export const uploadPlaces = new UploadPlaces()
