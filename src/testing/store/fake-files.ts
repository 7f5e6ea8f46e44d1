import { FileNotAllowedError } from '../../blocks/references/file-not-allowed-error.ts'
import type { ReferencedFiles } from '../../blocks/references/referenced-files.ts'

const PIECE_BYTES = 65_536

/** Files that a user has picked: each may change, vanish, or need the browser's permission again. */
export class FakeFiles implements ReferencedFiles {
  readonly files = new Map<string, File>()
  /** whether the browser allows reading them */
  allowed = true
  /** called before each piece of an opened file */
  onRead: () => Promise<void> | void = () => {}

  put (path: string, bytes: Uint8Array, lastModified = 1000): void {
    this.files.set(
      path,
      new File([bytes as Uint8Array<ArrayBuffer>], path.split('/').at(-1) as string, { lastModified })
    )
  }

  async nameOf (path: string): Promise<string> {
    if (!this.files.has(path)) {
      throw new Error('cannot add filestore references outside ipfs root')
    }

    return path
  }

  async read (path: string, offset: number, size: number): Promise<Uint8Array> {
    return new Uint8Array(await (await this.#file(path)).slice(offset, offset + size).arrayBuffer())
  }

  async open (path: string): Promise<File> {
    const file = await this.#file(path)
    const stream = (): ReadableStream<Uint8Array> => streamOf(this.#pieces(file))
    return Object.assign(new File([file], file.name, { lastModified: file.lastModified }), { stream })
  }

  async *#pieces (file: File): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < file.size; at += PIECE_BYTES) {
      await this.onRead()
      yield new Uint8Array(await file.slice(at, at + PIECE_BYTES).arrayBuffer())
    }
  }

  async #file (path: string): Promise<File> {
    const file = this.files.get(path)

    if (file == null) {
      throw new DOMException('gone', 'NotFoundError')
    }

    if (!this.allowed) {
      throw new FileNotAllowedError()
    }

    return file
  }
}

function streamOf (pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await pieces.next()

      if (done === true) {
        controller.close()
      } else {
        controller.enqueue(value)
      }
    }
  })
}
