import { encodeUtf8 } from '../../go/text/utf8.ts'
import type { SymlinkNode } from '../../unixfs/format/unixfs-node.ts'
import type { Resolved } from '../request/request.ts'
import { setCacheHeaders } from '../response/cache-headers.ts'
import { serveContent } from '../response/serve-content.ts'
import { modifiedMs } from './modified-ms.ts'
import { setWebDisposition } from './web-disposition.ts'

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
