import { encodeUtf8 } from '../../go/utf8.ts'
import type { SymlinkNode } from '../../unixfs/format/unixfs-node.ts'
import { setCacheHeaders } from '../cache-headers.ts'
import type { Resolved } from '../request.ts'
import { serveContent } from '../serve-content.ts'
import { modifiedMs } from './modified-ms.ts'
import { setWebDisposition } from './web-disposition.ts'

/** A symlink is answered with its target, as boxo does: it may lead out of what can be reached from here. */
export async function unixfsSymlink (rq: Resolved, link: SymlinkNode): Promise<Response> {
  const target = encodeUtf8(link.target)
  const modified = setCacheHeaders(rq, rq.target.cid, undefined, modifiedMs(link))
  setWebDisposition(rq, rq.contentPath.segments.at(-1) ?? '')
  rq.headers.set('Content-Type', 'inode/symlink')
  return await serveContent(rq, { size: target.length, modifiedMs: modified, read: ({ start, length }) => target.subarray(start, start + length) })
}
