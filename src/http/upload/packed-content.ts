import type { BlobContent, TakenBlob } from '../../bytes/blobs/blob-content.ts'
import { FileChangedError, fileChunks } from '../body/file-chunks.ts'

/** The content of concatenated files, read once and in order. */
export class PackedContent {
  readonly #bytes: Blob | Uint8Array
  readonly #options: { signal?: AbortSignal }
  #chunks: AsyncIterator<Uint8Array>
  #chunk: Uint8Array = new Uint8Array(0)
  /** unread bytes of the current file */
  #left = 0
  /** end of the current file */
  #end = 0

  constructor (bytes: Blob | Uint8Array, options: { signal?: AbortSignal } = {}) {
    this.#bytes = bytes
    this.#options = options
    this.#chunks = bytes instanceof Blob ? fileChunks(bytes, options) : yieldOnce(bytes)
  }

  /**
   * Returns the content of the next file.
   *
   * @throws from the iteration: FileChangedError; the signal's reason
   */
  next (size: number): BlobContent {
    this.#left = size
    this.#end += size

    return {
      takeBlob: (minBytes) => size < minBytes ? undefined : this.#takeBlob(size),
      [Symbol.asyncIterator]: () => ({
        next: async () => {
          const value = await this.#take()
          return value == null ? { done: true, value: undefined } : { done: false, value }
        }
      })
    }
  }

  /** Skips the unread rest of the current file. */
  async skip (): Promise<void> {
    while (await this.#take() != null);
  }

  /** Stops reading. */
  async close (): Promise<void> {
    await this.#chunks.return?.()
  }

  #takeBlob (size: number): TakenBlob | undefined {
    if (!(this.#bytes instanceof Blob) || this.#left < size) {
      return undefined
    }

    this.close().catch(() => {})
    this.#chunk = this.#chunk.subarray(0, 0)
    this.#left = 0
    this.#chunks = fileChunks(this.#bytes.slice(this.#end), this.#options)
    return { blob: this.#bytes.slice(this.#end - size, this.#end), read: (part) => fileChunks(part, this.#options) }
  }

  async #take (): Promise<Uint8Array | undefined> {
    if (this.#left === 0) {
      return undefined
    }

    while (this.#chunk.byteLength === 0) {
      this.#chunk = await this.#more()
    }

    const taken = this.#chunk.subarray(0, this.#left)
    this.#chunk = this.#chunk.subarray(taken.byteLength)
    this.#left -= taken.byteLength
    return taken
  }

  async #more (): Promise<Uint8Array> {
    const { done, value } = await this.#chunks.next()

    if (done === true) {
      throw new FileChangedError()
    }

    return value
  }
}

async function* yieldOnce (bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
