import { fileSize } from '../../unixfs/format/unixfs-node.ts'
import type { ImmutablePath } from '../request/backend.ts'
import type { Immutable } from '../request/request.ts'
import { setCacheHeaders } from '../response/response-headers.ts'
import { fixedBody } from '../response/serve-content.ts'

/** Answers with an error page of the site itself. */
export async function servePage (rq: Immutable, path: ImmutablePath, status: number): Promise<Response> {
  const { backend, life, headers } = rq
  const { cid } = await backend.resolve(path, life)
  const node = await backend.unixfs(cid, life)

  if (node.kind !== 'file') {
    throw new Error(`could not convert node for ${status} page to file`)
  }

  headers.set('Content-Type', 'text/html')
  setCacheHeaders({ ...rq, ttlSeconds: 0 }, cid, undefined)
  return await fixedBody(rq, status, fileSize(node), { read: () => backend.read(node, { signal: life.signal }) })
}
