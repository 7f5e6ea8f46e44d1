import { toBytes } from '../../bytes/to-bytes.ts'
import { decodeUtf8 } from '../../go/text/utf8.ts'
import { escapeProblem, queryUnescape } from '../../go/url/query.ts'
import type { Part } from '../multipart/multipart.ts'
import type { UploadEntry } from './upload-entry.ts'
import { MAX_PATH_BYTES, uploadMetadata, uploadPath } from './upload-entry.ts'

const DIRECTORY_TYPES = ['application/x-directory', 'multipart/form-data']
const SYMLINK_TYPE = 'application/symlink'

/**
 * Converts the parts of a request to upload entries, in order (Kubo `boxo/files/multipartfile.go`). Reads no content,
 * except the targets of symlinks.
 *
 * @param parts - from `requestParts`
 * @throws the errors of `parts`; an Error if a path is too long
 */
export async function* uploadEntries (parts: AsyncIterable<Part>): AsyncGenerator<UploadEntry> {
  for await (const part of parts) {
    if (part.disposition.error != null) {
      return // Kubo treats a part with an invalid disposition as the end of the files
    }

    yield await toEntry(part)
  }
}

async function toEntry ({ headers, disposition, type, content }: Part): Promise<UploadEntry> {
  if (type?.error != null) {
    throw new Error(type.error)
  }

  const name = disposition.type === 'form-data' ? disposition.params.get('name') ?? '' : ''
  const base = { path: filePath(disposition.params.get('filename') ?? ''), content, ...uploadMetadata(name) }

  if (type != null && DIRECTORY_TYPES.includes(type.type)) {
    return { ...base, kind: 'directory' }
  }

  if (type?.type === SYMLINK_TYPE) {
    return { ...base, kind: 'symlink', target: await readTarget(content) }
  }

  const abspath = hostPath(headers)
  return { ...base, kind: 'file', ...(abspath == null ? {} : { abspath }) }
}

/** Decodes a file name, which Kubo's clients percent-encode. Returns a malformed one unchanged. */
function filePath (filename: string): string {
  return uploadPath(filename.length > MAX_PATH_BYTES ? filename : queryUnescape(filename) ?? filename)
}

/** Returns the path of the file on the client's disk, if the client sent it. */
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
