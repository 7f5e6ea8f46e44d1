import { toBytes } from '../../bytes/to-bytes.ts'
import { decodeUtf8 } from '../../go/text/utf8.ts'
import { escapeProblem, queryUnescape } from '../../go/url/query.ts'
import { bodyChunks } from '../body/body-chunks.ts'
import type { BodyChunksOptions } from '../body/body-chunks.ts'
import { WholeBody } from '../body/whole-body.ts'
import { parseMediaType } from '../headers/media-type.ts'
import { multipartBoundary, multipartParts } from '../multipart/multipart.ts'
import type { Part } from '../multipart/multipart.ts'
import type { UploadEntry } from './upload-entry.ts'
import { MAX_PATH_BYTES, uploadMetadata, uploadPath } from './upload-entry.ts'

const DIRECTORY_TYPES = ['application/x-directory', 'multipart/form-data']
const SYMLINK_TYPE = 'application/symlink'

export interface UploadOptions extends BodyChunksOptions {
  /**
   * The body of a form that a browser wrote can be had as a Blob too. Only in the worker of Chromium: elsewhere all
   * that is not read of the Blob would be kept.
   */
  formsAsBlobs?: boolean
}

/**
 * The files of a multipart request, one after the other as they arrive (Kubo `boxo/files/multipartfile.go`).
 *
 * @returns undefined when the body is not multipart/form-data; then the request has no files
 * @throws MultipartError at once when the boundary is missing, and from the iteration when the body is malformed or
 *   cut, UploadStalledError when its sender stands still, an Error for a path that is too long
 */
export function uploadEntries (request: Request, options: UploadOptions = {}): AsyncIterable<UploadEntry> | undefined {
  const boundary = multipartBoundary(request.headers.get('content-type'))

  if (boundary == null) {
    return undefined
  }

  const whole = options.formsAsBlobs === true ? WholeBody.of(request, boundary) : undefined
  const chunks = bodyChunks(request, options)
  return entries(multipartParts(whole?.watched(chunks) ?? chunks, boundary, whole))
}

async function* entries (parts: AsyncIterable<Part>): AsyncGenerator<UploadEntry> {
  for await (const part of parts) {
    const entry = await toEntry(part)

    if (entry == null) {
      return
    }

    yield entry
  }
}

/** Undefined for a part whose disposition cannot be read: Kubo takes it for the end of the files. */
async function toEntry ({ headers, content }: Part): Promise<UploadEntry | undefined> {
  const disposition = parseMediaType(headers.get('content-disposition') ?? '')
  const contentType = headers.get('content-type') ?? ''
  const { type, error } = parseMediaType(contentType)

  if (disposition.error != null) {
    return undefined
  }

  if (contentType !== '' && error != null) {
    throw new Error(error)
  }

  const name = disposition.type === 'form-data' ? disposition.params.get('name') ?? '' : ''
  const base = { path: filePath(disposition.params.get('filename') ?? ''), content, ...uploadMetadata(name) }

  if (DIRECTORY_TYPES.includes(type)) {
    return { ...base, kind: 'directory' }
  }

  if (type === SYMLINK_TYPE) {
    return { ...base, kind: 'symlink', target: await readTarget(content) }
  }

  const abspath = hostPath(headers)
  return { ...base, kind: 'file', ...(abspath == null ? {} : { abspath }) }
}

/** File names are percent-encoded by Kubo's clients; one that is malformed stands for itself. */
function filePath (filename: string): string {
  return uploadPath(filename.length > MAX_PATH_BYTES ? filename : queryUnescape(filename) ?? filename)
}

/** Where the client has the file. */
function hostPath (headers: Map<string, string>): string | undefined {
  const encoded = headers.get('abspath-encoded') ?? ''

  if (encoded === '') {
    return headers.get('abspath')
  }

  const path = queryUnescape(encoded)

  if (path == null) {
    throw new Error(escapeProblem(encoded))
  }

  return path
}

async function readTarget (content: AsyncIterable<Uint8Array>): Promise<string> {
  const bytes = await toBytes(content, {
    maxBytes: MAX_PATH_BYTES,
    tooLarge: () => new Error(`the target of a symlink is over ${MAX_PATH_BYTES} bytes`)
  })
  return decodeUtf8(bytes)
}
