import { ByteSearch } from './byte-search.ts'
import { ChunkReader } from './chunk-reader.ts'
import { parseMediaType } from './media-type.ts'

/** A part of a multipart body. */
export interface Part {
  /** names in lower case, the values of repeated lines joined with `, ` */
  headers: Map<string, string>
  /** the bytes of the part; what is not taken before the next part is asked for is skipped */
  content: AsyncIterable<Uint8Array>
}

/** The multipart body does not have the form that its type says, or ended before its closing boundary. The words are those of Go's mime/multipart. */
export class MultipartError extends Error {
  static override name = 'MultipartError'
  override name = 'MultipartError'
}

/** RFC 2046 section 5.1.1 allows 70; Go and browsers stay below. */
const MAX_BOUNDARY_CHARS = 70

/** As Go's mime/multipart: a part's header may not be larger. */
const MAX_HEADER_BYTES = 64 * 1024

const CR = 13
const LF = 10
const DASH = 45
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/**
 * The boundary of a `multipart/form-data` content type.
 *
 * @returns undefined for another type
 * @throws MultipartError when the type has no usable boundary
 */
export function multipartBoundary (contentType: string | null): string | undefined {
  const { type, params } = parseMediaType(contentType ?? '')

  if (type !== 'multipart/form-data') {
    return undefined
  }

  const boundary = params.get('boundary')

  if (boundary == null || boundary === '' || boundary.length > MAX_BOUNDARY_CHARS) {
    throw new MultipartError('no multipart boundary param in Content-Type')
  }

  return boundary
}

/**
 * Reads a multipart body as a stream; nothing is buffered beyond the chunk at hand (RFC 2046, section 5.1.1).
 *
 * A body that ends without its closing boundary is an error, wherever it ends: an upload that a page aborts looks to a
 * service worker like a clean end of the body, and must not be taken for a whole one.
 *
 * @throws MultipartError
 */
export async function * multipartParts (chunks: AsyncIterable<Uint8Array>, boundary: string): AsyncGenerator<Part> {
  const reader = new ChunkReader(chunks)
  const delimiter = encoder.encode(`\r\n--${boundary}`)
  const search = new ByteSearch(delimiter)

  try {
    await skipPreamble(reader, delimiter.subarray(2))

    while (await startsPart(reader)) {
      const headers = await readHeaders(reader)
      const state = { ended: false, started: false }
      const content = readContent(reader, search, delimiter, state)

      yield { headers, content }

      // A taken content generator is finished or, when its consumer stopped early, closed; go on from where it stopped.
      if (!state.ended) {
        for await (const _ of readContent(reader, search, delimiter, state)) { /* skip */ }
      }
    }

    await reader.drain()
  } finally {
    await reader.close()
  }
}

/** The first delimiter stands at the start of the body or of a line after a preamble. */
async function skipPreamble (reader: ChunkReader, dashBoundary: Uint8Array): Promise<void> {
  for (;;) {
    const line = await reader.line(MAX_HEADER_BYTES)

    if (line == null) {
      throw new MultipartError('multipart: NextPart: EOF')
    }

    if (startsWith(line, dashBoundary) && isBlank(line.subarray(dashBoundary.length), true)) {
      // give back what follows the boundary, so that the first delimiter is read like all others
      reader.unread(line.subarray(dashBoundary.length))
      return
    }
  }
}

/** After a delimiter: `--` closes the body, a line end starts a part. */
async function startsPart (reader: ChunkReader): Promise<boolean> {
  const line = await reader.line(MAX_HEADER_BYTES)

  if (line == null) {
    throw new MultipartError('multipart: NextPart: EOF')
  }

  if (line.length >= 2 && line[0] === DASH && line[1] === DASH) {
    return false
  }

  if (!isBlank(line, false) || line[line.length - 1] !== LF) {
    throw new MultipartError('multipart: NextPart: EOF')
  }

  return true
}

async function readHeaders (reader: ChunkReader): Promise<Map<string, string>> {
  const headers = new Map<string, string>()
  let bytes = 0

  for (;;) {
    const line = await reader.line(MAX_HEADER_BYTES)

    if (line == null || line[line.length - 1] !== LF) {
      throw new MultipartError('multipart: NextPart: EOF')
    }

    bytes += line.length

    if (bytes > MAX_HEADER_BYTES) {
      throw new MultipartError('multipart: message too large')
    }

    const text = decoder.decode(line).replace(/\r?\n$/, '')

    if (text === '') {
      return headers
    }

    const colon = text.indexOf(':')

    if (colon < 1) {
      throw new MultipartError(`multipart: NextPart: malformed MIME header line: ${text}`)
    }

    const name = text.slice(0, colon).trim().toLowerCase()
    const value = text.slice(colon + 1).trim()
    const before = headers.get(name)
    headers.set(name, before == null ? value : `${before}, ${value}`)
  }
}

async function * readContent (reader: ChunkReader, search: ByteSearch, delimiter: Uint8Array, state: { ended: boolean, started: boolean }): AsyncGenerator<Uint8Array> {
  // in an empty part the header's blank line is the line end that belongs to the delimiter
  const dashBoundary = delimiter.subarray(2)

  if (!state.started && startsWith(await reader.atLeast(delimiter.length), dashBoundary)) {
    state.ended = true
    reader.consume(dashBoundary.length)
  }

  state.started = true

  while (!state.ended) {
    const chunk = await reader.atLeast(delimiter.length)
    const at = search.indexIn(chunk)

    if (at < 0 && chunk.length < delimiter.length) {
      throw new MultipartError('unexpected EOF')
    }

    const end = at >= 0 ? at : chunk.length - delimiter.length + 1
    state.ended = at >= 0
    reader.consume(at >= 0 ? at + delimiter.length : end)

    if (end > 0) {
      yield chunk.subarray(0, end)
    }
  }
}

function startsWith (bytes: Uint8Array, prefix: Uint8Array): boolean {
  return bytes.length >= prefix.length && prefix.every((byte, i) => bytes[i] === byte)
}

/** Only white space (and, for the first delimiter, possibly the closing dashes). */
function isBlank (bytes: Uint8Array, dashes: boolean): boolean {
  const rest = dashes && bytes[0] === DASH && bytes[1] === DASH ? bytes.subarray(2) : bytes
  return rest.every((byte) => byte === CR || byte === LF || byte === 32 || byte === 9)
}
