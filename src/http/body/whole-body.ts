import { later } from '../../async/timers/later.ts'

/** How the boundary of a form begins that Chromium or Safari has written. */
const FORM_BOUNDARY = '----WebKitFormBoundary'

/**
 * So long it may take to say where a form of files on the disk lies. One that is copied takes longer than to read it,
 * and Chromium does not stop.
 */
const AT_ONCE_MS = 20

/** Ends the head of a part. */
const HEAD_END = [13, 10, 13, 10]

/**
 * So much is read before the Blob is looked for: most bodies are small. A copy of a body that is no form after all
 * keeps as much.
 */
const LOOK_BYTES = 4 * 1024 * 1024

/** What is kept ahead of a part's end for nothing, at most. */
const SHORT_BYTES = 24 * 1024 * 1024

/** A body as a Blob, for the parts of it. */
export interface BodyBlob {
  /** For a part of which so many bytes were read; undefined where there is none, or they are too few. Never rejects. */
  for: (partBytes: number) => Promise<Blob | undefined>
  /** The part ended so many bytes behind those that were read before. */
  ended: (restBytes: number, readBefore: number) => void
}

/**
 * The body of a request that is read as a stream, and can be had as a Blob as well where it is a form with files on
 * disk: Chromium then makes one that refers to the files, and what is kept of it need not pass the worker (of 128 MiB
 * on a quiet machine, read back and hashed: 270 to 320 MB/s).
 */
export class WholeBody implements BodyBlob {
  readonly #spare: Request
  #read = 0
  #blob: Promise<Blob | undefined> | undefined
  /** so much has to be read of a part before its rest is taken */
  #least = 0

  /** undefined where the body is no form of a browser. @param request - of which nothing was read */
  static of (request: Request, boundary: string): WholeBody | undefined {
    return request.body != null && boundary.startsWith(FORM_BOUNDARY) ? new WholeBody(request.clone()) : undefined
  }

  private constructor (spare: Request) {
    this.#spare = spare
  }

  /** The chunks of the body, as they are read elsewhere. */
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

  /** Where a part had fewer bytes than are kept ahead, others are as small: they are asked later from now on. */
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
 * Chromium gives a form with bytes of memory piece by piece, the head of a part without what it is of; one of files
 * alone as one, in chunks of 64 KiB and more.
 */
async function comesInPieces (request: Request): Promise<boolean> {
  const reader = request.body?.getReader()
  const { value } = await reader?.read() ?? {}
  reader?.cancel().catch(() => {})
  return value == null || HEAD_END.every((byte, i) => value.at(i - HEAD_END.length) === byte)
}
