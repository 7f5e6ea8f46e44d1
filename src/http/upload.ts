import { bodyChunks } from './body-chunks.ts'
import { cleanPath } from './clean-path.ts'
import { parseGoQuery, queryUnescape } from './go-query.ts'
import { parseMediaType } from './media-type.ts'
import { multipartBoundary, multipartParts } from './multipart.ts'
import type { Part } from './multipart.ts'
import type { UploadEntry, UploadTime } from './upload-entry.ts'

const DIRECTORY_TYPES = ['application/x-directory', 'multipart/form-data']
const SYMLINK_TYPE = 'application/symlink'

/**
 * The files of a multipart request, one after the other as they arrive (Kubo `boxo/files/multipartfile.go`).
 *
 * @returns undefined when the body is not multipart/form-data; then the request has no files
 * @throws MultipartError at once when the boundary is missing, and from the iteration when the body is malformed or cut
 */
export function uploadEntries (request: Request): AsyncIterable<UploadEntry> | undefined {
  const boundary = multipartBoundary(request.headers.get('content-type'))
  return boundary == null ? undefined : entries(multipartParts(bodyChunks(request), boundary))
}

async function * entries (parts: AsyncIterable<Part>): AsyncGenerator<UploadEntry> {
  for await (const part of parts) {
    yield await toEntry(part)
  }
}

async function toEntry ({ headers, content }: Part): Promise<UploadEntry> {
  const { type } = parseMediaType(headers.get('content-type') ?? '')
  const { params } = parseMediaType(headers.get('content-disposition') ?? '')
  const base = { path: entryPath(params.get('filename') ?? ''), content, ...metadata(params.get('name') ?? '') }

  if (DIRECTORY_TYPES.includes(type)) {
    return { ...base, kind: 'directory' }
  }

  if (type === SYMLINK_TYPE) {
    return { ...base, kind: 'symlink', target: await readText(content) }
  }

  const encoded = headers.get('abspath-encoded')
  const abspath = encoded == null ? headers.get('abspath') : queryUnescape(encoded) ?? encoded
  return { ...base, kind: 'file', ...(abspath == null ? {} : { abspath }) }
}

/** File names are percent-encoded by Kubo's clients; one that is malformed stands for itself. A path can not leave its root. */
function entryPath (filename: string): string {
  return cleanPath(`/${queryUnescape(filename) ?? filename}`).slice(1)
}

/** Mode (octal) and modification time travel in the part's name, as in `file?mode=0644&mtime=1&mtime-nsecs=2`. */
function metadata (name: string): { mode?: number, mtime?: UploadTime } {
  const question = name.indexOf('?')

  if (question < 0) {
    return {}
  }

  const query = parseGoQuery(name.slice(question + 1))
  const mode = query.get('mode')?.[0]
  const mtime = query.get('mtime')?.[0]
  const nsecs = query.get('mtime-nsecs')?.[0]

  return {
    ...(mode != null && /^[0-7]+$/.test(mode) ? { mode: parseInt(mode, 8) } : {}),
    ...partTime(mtime, nsecs)
  }
}

/** With any metadata at all, a time that is not given is the epoch (Kubo `boxo/files/multipartfile.go`, `fileInfo`); a malformed one is none. */
function partTime (mtime = '0', nsecs = '0'): { mtime?: UploadTime } {
  if (!/^[+-]?\d+$/.test(mtime)) {
    return {}
  }

  return { mtime: { secs: BigInt(mtime), nsecs: /^[+-]?\d+$/.test(nsecs) ? Number(nsecs) : 0 } }
}

/** The whole content as UTF-8; for the small parts that are text (symlink targets, argument lists). */
export async function readText (content: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''

  for await (const chunk of content) {
    text += decoder.decode(chunk, { stream: true })
  }

  return text + decoder.decode()
}
