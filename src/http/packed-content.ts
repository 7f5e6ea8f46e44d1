import { blobChunks } from './body-chunks.ts'
import { FileChangedError } from './file-changed-error.ts'

/** What browsers say of a file that is gone, or another than it was. */
const UNREADABLE = ['NotReadableError', 'NotFoundError']

/** The bytes of files that lie one behind the other, read once and in order. */
export class PackedContent {
  readonly #chunks: AsyncIterator<Uint8Array>
  #chunk: Uint8Array = new Uint8Array(0)
  /** of the file at hand */
  #left = 0

  constructor (bytes: Blob | Uint8Array, { signal }: { signal?: AbortSignal } = {}) {
    this.#chunks = bytes instanceof Blob ? blobChunks(bytes, { signal }) : one(bytes)
  }

  /** The next file. @throws FileChangedError, from the iteration; the signal's reason */
  next (size: number): AsyncIterable<Uint8Array> {
    this.#left = size

    return {
      [Symbol.asyncIterator]: () => ({
        next: async () => {
          const value = await this.#take()
          return value == null ? { done: true, value: undefined } : { done: false, value }
        }
      })
    }
  }

  /** Passes what was not taken of the file at hand. */
  async skip (): Promise<void> {
    while (await this.#take() != null);
  }

  /** Nothing more is wanted. */
  async close (): Promise<void> {
    await this.#chunks.return?.()
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
    const { done, value } = await this.#chunks.next().catch((err: Error) => {
      throw UNREADABLE.includes(err.name) ? new FileChangedError(err) : err
    })

    if (done === true) {
      throw new FileChangedError()
    }

    return value
  }
}

async function * one (bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
