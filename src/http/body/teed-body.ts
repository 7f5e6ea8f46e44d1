import { later } from '../../async/timers/later.ts'

/** The prefix of form boundaries that Chromium and Safari write. */
const FORM_BOUNDARY = '----WebKitFormBoundary'

/**
 * Time limit of `blob()` for a form of files on disk. If Chromium copies the body instead, it takes longer than reading
 * it, and Chromium does not stop on its own.
 */
const AT_ONCE_MS = 20

/** The end of the head of a part. */
const HEAD_END = [13, 10, 13, 10]

/**
 * How many bytes are read before the Blob is requested, because most bodies are small. A clone of a body that is no
 * form buffers this many bytes too.
 */
const LOOK_BYTES = 4 * 1024 * 1024

/** If a part has fewer remaining bytes than this, the Blob is requested later for the next parts. */
const SHORT_BYTES = 24 * 1024 * 1024

/** A request body as a Blob, for the contents of its parts. */
export interface BodyBlob {
  /**
   * Returns the Blob for a part of which `partBytes` were read; undefined if there is no Blob or too few bytes were
   * read. Never rejects.
   */
  for: (partBytes: number) => Promise<Blob | undefined>
  /** Reports the end of a part: `restBytes` after the `readBefore` bytes that were read before. */
  ended: (restBytes: number, readBefore: number) => void
}

/**
 * A request body that is read as a stream and, for a form with files on disk, is available as a Blob too. Chromium
 * creates a Blob that refers to the files, so that stored content need not pass through the worker.
 */
export class TeedBody implements BodyBlob {
  readonly #spare: Request
  #read = 0
  #blob: Promise<Blob | undefined> | undefined
  /** how many bytes of a part must be read before its rest is taken from the Blob */
  #least = 0

  /**
   * Creates a TeedBody; returns undefined if the body is no form of a browser.
   *
   * @param request - its body must be unread
   */
  static of (request: Request, boundary: string): TeedBody | undefined {
    return request.body != null && boundary.startsWith(FORM_BOUNDARY) ? new TeedBody(request.clone()) : undefined
  }

  private constructor (spare: Request) {
    this.#spare = spare
  }

  /** Passes the chunks of the body through, and counts them. */
  async *watched (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.#read += chunk.byteLength

      if (this.#read >= LOOK_BYTES) {
        this.#blob ??= atOnce(this.#spare)
      }

      yield chunk
    }
  }

  async for (partBytes: number): Promise<Blob | undefined> {
    return partBytes < this.#least ? undefined : await this.#blob
  }

  /** Raises the limit `#least` after a short part: other parts are probably as small. */
  ended (restBytes: number, readBefore: number): void {
    if (restBytes < SHORT_BYTES) {
      this.#least = readBefore * 2
    }
  }
}

async function atOnce (request: Request): Promise<Blob | undefined> {
  const copying = new AbortController()
  let stop = (): void => {}

  try {
    if (await comesInPieces(request.clone())) {
      return undefined
    }

    stop = later(() => {
      copying.abort()
    }, AT_ONCE_MS)
    return await new Request(request, { signal: copying.signal }).blob()
  } catch {
    return undefined
  } finally {
    stop()
  }
}

/**
 * Returns whether Chromium sends the body in pieces, the head of a part without its content. It does so for a form with
 * values in memory. A form that has only files arrives in chunks of 64 KiB and more.
 */
async function comesInPieces (request: Request): Promise<boolean> {
  const reader = request.body?.getReader()
  const { value } = await reader?.read() ?? {}
  reader?.cancel().catch(() => {})
  return value == null || HEAD_END.every((byte, i) => value.at(i - HEAD_END.length) === byte)
}
