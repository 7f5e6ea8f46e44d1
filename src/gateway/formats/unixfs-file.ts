import type { Uint64 } from '../../bytes/protobuf/uint64.ts'
import { isError } from '../../errors/define-error.ts'
import { encodeUtf8 } from '../../go/text/utf8.ts'
import { rememberNamedEntries } from '../../path/resolve-path.ts'
import { fileSize } from '../../unixfs/format/unixfs-node.ts'
import type { FileNode, SymlinkNode, UnixfsNode } from '../../unixfs/format/unixfs-node.ts'
import { FileSizeError } from '../../unixfs/read/sizes/file-size-error.ts'
import { fileContentType } from '../content-type/file-content-type.ts'
import { StatusError } from '../errors/gateway-errors.ts'
import { queryParam } from '../request/request.ts'
import type { Resolved } from '../request/request.ts'
import { setCacheHeaders, setContentDisposition } from '../response/response-headers.ts'
import { serveContent } from '../response/serve-content.ts'

export interface FileOptions {
  /** file name, if the path does not give one */
  name?: string
}

/**
 * Answers with a file or a range of it (boxo `gateway/handler_unixfs_file.go`). If wrong sizes in its nodes are noticed
 * before the response head is sent, measures the file first. Later they break the stream.
 */
export async function unixfsFile (rq: Resolved, file: FileNode, options: FileOptions = {}): Promise<Response> {
  try {
    return await serveFile(rq, file, options)
  } catch (err) {
    if (!isError(err, FileSizeError)) {
      throw err
    }

    return await serveFile(rq, await rq.backend.measured(file, rq.life), options)
  }
}

async function serveFile (rq: Resolved, file: FileNode, { name = fileName(rq) }: FileOptions): Promise<Response> {
  const { request, headers, target: { cid }, config, backend, life } = rq
  const limit = config.maxRangeRequestFileBytes

  if (limit > 0 && file.size > limit && request.headers.has('range')) {
    throw new StatusError(
      501,
      `range requests not supported for files larger than ${limit} bytes: switch to verifiable block ` +
        'requests (application/vnd.ipld.raw)'
    )
  }

  const modified = setCacheHeaders(rq, cid, undefined, modifiedMs(file))
  const filename = queryParam(rq, 'filename')
  setWebDisposition(rq, name)

  return await serveContent<Uint64>(rq, {
    size: fileSize(file),
    modifiedMs: modified,
    type: async (range) =>
      await fileContentType(file, filename === '' ? name : filename, {
        backend,
        signal: life.signal,
        range,
        isHead: request.method === 'HEAD'
      }),
    blob: async ({ start, length }) =>
      await backend.blob?.(file, { signal: life.signal, offset: Number(start), length: Number(length) }),
    read: ({ start, length }) => {
      if (isInline(file)) {
        if (headers.get('content-type')?.startsWith('text/html') === true) {
          rememberNamedEntries(String(rq.target.roots[0]), file.data)
        }

        return file.data.subarray(Number(start), Number(start) + Number(length))
      }

      return backend.read(file, {
        signal: life.signal,
        offset: start,
        length,
        paced: isPlayed(request, headers),
        isEntire: !request.headers.has('range')
      })
    }
  })
}

/** Whether the root contains all bytes. A node with a wrong size is left to the reader, which refuses it. */
function isInline ({ links, data, size }: FileNode): boolean {
  return links.length === 0 && data.length === size
}

/**
 * Whether a media player reads the file. Players read at playback speed and seek, which wastes read-ahead. They use
 * range requests even for the whole file.
 */
function isPlayed (request: Request, headers: Headers): boolean {
  return request.headers.has('range') && /^(?:video|audio)\//.test(headers.get('content-type') ?? '')
}

/**
 * Returns the last name of the path, which determines the media type; empty for a root (boxo `getFilename`). After a
 * rewrite by `_redirects` it is the name of the served file: `/docs/readme.md` may be answered with an HTML page.
 */
function fileName ({ contentPath: { segments }, rewrittenName }: Resolved): string {
  return rewrittenName ?? segments.at(-1) ?? ''
}

/** Answers a symlink with its target text, as boxo does. The target may be outside of the reachable content. */
export async function unixfsSymlink (rq: Resolved, link: SymlinkNode): Promise<Response> {
  const target = encodeUtf8(link.target)
  const modified = setCacheHeaders(rq, rq.target.cid, undefined, modifiedMs(link))
  setWebDisposition(rq, rq.contentPath.segments.at(-1) ?? '')
  rq.headers.set('Content-Type', 'inode/symlink')
  return await serveContent(rq, {
    size: target.length,
    modifiedMs: modified,
    read: ({ start, length }) => target.subarray(start, start + length)
  })
}

/**
 * Sets `Content-Disposition` of a deserialized answer if the query has `filename` or `download=true`. With
 * `download=true` it is always `attachment` (specs.ipfs.tech/http-gateways/path-gateway, "download"). Kubo ignores the
 * parameter without `filename`.
 *
 * @param name - the file name if the query has none; may be empty
 */
export function setWebDisposition (rq: Pick<Resolved, 'query' | 'headers'>, name: string): void {
  const filename = queryParam(rq, 'filename')
  const isDownload = queryParam(rq, 'download') === 'true'

  if (isDownload || filename !== '') {
    setContentDisposition(rq.headers, filename === '' ? name : filename, isDownload ? 'attachment' : 'inline')
  }
}

const NSECS_PER_MS = 1e6

/** Returns the modification time of a UnixFS 1.5 node, in milliseconds since 1970; undefined if it has none. */
function modifiedMs ({ mtime }: UnixfsNode): number | undefined {
  return mtime == null ? undefined : Number(mtime.secs) * 1000 + Math.floor(mtime.nsecs / NSECS_PER_MS)
}
