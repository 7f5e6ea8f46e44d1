import type { BlobContent } from '../../bytes/blobs/blob-content.ts'
import { goQuote } from '../../go/text/quote.ts'
import { goUtf8 } from '../../go/text/utf8.ts'
import { bodyChunks } from '../body/body-chunks.ts'
import type { BodyChunksOptions } from '../body/body-chunks.ts'
import { ChunkReader } from '../body/chunk-reader.ts'
import { TeedBody } from '../body/teed-body.ts'
import type { BodyBlob } from '../body/teed-body.ts'
import { parseMediaType } from '../headers/media-type.ts'
import type { MediaType } from '../headers/media-type.ts'
import { Delimiter, PartContent, startsWith } from './part-content.ts'
import { MultipartError, readPartHeaders } from './part-headers.ts'
import { quotedPrintable } from './quoted-printable.ts'

/** One part of a multipart body. */
export interface Part {
  /** names in lower case; the first value of repeated names */
  headers: Map<string, string>
  /** parsed `Content-Disposition`; its `error` is set if the header is missing or invalid */
  disposition: MediaType
  /** parsed `Content-Type`; undefined if the part has none */
  type: MediaType | undefined
  /** the bytes of the part; unread bytes are skipped when the next part is requested */
  content: BlobContent
}

/** The maximum length of a line between parts: the buffer size of Go's mime/multipart. */
const MAX_LINE_BYTES = 4096

const FORM_DATA = 'multipart/form-data'
const DASH = 45
const LF = 10

/**
 * Returns the boundary of a `multipart/form-data` content type (Go's `http.Request.MultipartReader`).
 *
 * @returns undefined for another type
 * @throws MultipartError if the type has no usable boundary
 */
export function multipartBoundary (contentType: string | null): string | undefined {
  const { type, params, error } = parseMediaType(contentType ?? '')

  if (type !== FORM_DATA) {
    return undefined
  }

  if (error != null) {
    throw new MultipartError("request Content-Type isn't multipart/form-data")
  }

  const boundary = params.get('boundary')

  if (boundary == null) {
    throw new MultipartError('no multipart boundary param in Content-Type')
  }

  return boundary
}

export interface RequestPartsOptions extends BodyChunksOptions {
  /**
   * Whether to offer the body of a browser form as a Blob too. Only for the worker of Chromium: other browsers would
   * buffer the unread rest of the Blob.
   */
  formsAsBlobs?: boolean
}

/**
 * Opens the body of a request as a stream of parts. Each part is parsed once, here.
 *
 * @returns undefined if the body is not `multipart/form-data`
 * @throws MultipartError at once if the boundary is missing, and from the iteration if the body is malformed or cut;
 *   UploadStalledError if the sender stalls
 */
export function requestParts (request: Request, options: RequestPartsOptions = {}): AsyncIterable<Part> | undefined {
  const boundary = multipartBoundary(request.headers.get('content-type'))

  if (boundary == null) {
    return undefined
  }

  const bodyBlob = options.formsAsBlobs === true ? TeedBody.of(request, boundary) : undefined
  const chunks = bodyChunks(request, options)
  return multipartParts(bodyBlob?.watched(chunks) ?? chunks, boundary, bodyBlob)
}

/**
 * Parses a multipart body as a stream. Buffers only the current chunk (RFC 2046, section 5.1.1; as lenient and as
 * strict as Go's mime/multipart).
 *
 * A body that ends without its closing boundary is an error. To a service worker, an upload that a page aborts looks
 * like a clean end of the body, and it must not be mistaken for a complete one. Bytes after the closing boundary are
 * not read.
 *
 * @param bodyBlob - the same body as a Blob
 * @throws MultipartError
 */
export async function* multipartParts (
  chunks: AsyncIterable<Uint8Array>,
  boundary: string,
  bodyBlob?: BodyBlob
): AsyncGenerator<Part> {
  const reader = new ChunkReader(chunks)

  try {
    if (boundary === '') {
      throw new MultipartError('multipart: boundary is empty')
    }

    const first = await firstDelimiter(reader, boundary)
    let delimiter = first.closes ? undefined : first.delimiter

    while (delimiter != null) {
      const headers = await readPartHeaders(reader)
      const content = new PartContent(reader, delimiter, bodyBlob)
      yield toPart(headers, content)
      await content.skip()
      delimiter = await nextPart(reader, delimiter) ? delimiter : undefined
    }
  } finally {
    await reader.close()
  }
}

function toPart (headers: Map<string, string>, body: PartContent): Part {
  const content = decodeContent(headers, body)
  const type = headers.get('content-type') ?? ''
  return {
    headers,
    disposition: parseMediaType(headers.get('content-disposition') ?? ''),
    type: type === '' ? undefined : parseMediaType(type),
    content
  }
}

/** Decodes a part with the transfer encoding quoted-printable, as Go does. */
function decodeContent (headers: Map<string, string>, content: PartContent): BlobContent {
  if (headers.get('content-transfer-encoding')?.toLowerCase() !== 'quoted-printable') {
    return content
  }

  headers.delete('content-transfer-encoding')
  return quotedPrintable(content)
}

/** Skips the preamble. The line end of the first delimiter applies to all of them. */
async function firstDelimiter (
  reader: ChunkReader,
  boundary: string
): Promise<{ delimiter: Delimiter; closes: boolean }> {
  const crlf = new Delimiter('\r\n', boundary)
  const lf = new Delimiter('\n', boundary)

  for (;;) {
    const line = await readLine(reader, crlf)
    const rest = afterBoundary(line, crlf)

    if (rest === '\r\n' || rest === '\n') {
      return { delimiter: rest === '\n' ? lf : crlf, closes: false }
    }

    if (isClosingLine(line, crlf)) {
      return { delimiter: crlf, closes: true }
    }
  }
}

/**
 * Consumes the delimiter after the content of a part: its line end, if there is one, and the delimiter line.
 *
 * @returns false for the closing delimiter
 */
async function nextPart (reader: ChunkReader, delimiter: Delimiter): Promise<boolean> {
  const { lineEnd } = delimiter
  let line = await readLine(reader, delimiter)
  const separated = goUtf8(line) === lineEnd

  if (separated) {
    line = await readLine(reader, delimiter)
  }

  if (afterBoundary(line, delimiter) === lineEnd) {
    return true
  }

  if (isClosingLine(line, delimiter)) {
    return false
  }

  throw new MultipartError(
    separated
      ? `multipart: expecting a new Part; got line ${goQuote(goUtf8(line))}`
      : `multipart: unexpected line in Next(): ${goQuote(goUtf8(line))}`
  )
}

/** Reads a line with its line end. Only the closing delimiter may lack one. */
async function readLine (reader: ChunkReader, delimiter: Delimiter): Promise<Uint8Array> {
  const line = await reader.line(MAX_LINE_BYTES)

  if (line == null) {
    throw new MultipartError('multipart: NextPart: bufio: buffer full')
  }

  if (line[line.length - 1] !== LF && !isClosingLine(line, delimiter)) {
    throw new MultipartError('multipart: NextPart: EOF')
  }

  return line
}

/**
 * Returns the rest of a line after `--boundary` and white space; undefined if the line does not start with the
 * boundary.
 */
function afterBoundary (line: Uint8Array, { dashBoundary }: Delimiter): string | undefined {
  return startsWith(line, dashBoundary) ? goUtf8(line.subarray(dashBoundary.length)).replace(/^[ \t]+/, '') : undefined
}

/**
 * Returns whether a line is the closing delimiter: `--boundary--`, white space, and the line end of all delimiters or
 * the end of the body.
 */
function isClosingLine (line: Uint8Array, { dashBoundary, lineEnd }: Delimiter): boolean {
  const { length } = dashBoundary

  if (!startsWith(line, dashBoundary) || line[length] !== DASH || line[length + 1] !== DASH) {
    return false
  }

  const rest = goUtf8(line.subarray(length + 2)).replace(/^[ \t]+/, '')
  return rest === '' || rest === lineEnd
}
