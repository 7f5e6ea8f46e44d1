import { API_PREFIX } from '../../../src/rpc/handler.ts'
import { plainError } from '../../../src/rpc/response/plain-responses.ts'
import type { ObjectNamespace } from '../../engine/edge-types.ts'

/** Path of the imports, and its calls: begin one, and return its state. */
const PATH = `${API_PREFIX}/swipfs/bucket/`
const CALLS = ['import', 'stat']

/** Objects of the bucket that may be imported. All others belong to the node. */
const INCOMING = 'incoming/'

/** Returns whether a request to the RPC is about an import from the bucket. */
export function isBucketImport ({ url }: Request): boolean {
  return new URL(url).pathname.startsWith(PATH)
}

/** Answers a request about an import: `swipfs/bucket/import?arg=NAME`, or `stat`. The object of the import does it. */
export async function answerBucketImport (request: Request, imports: ObjectNamespace | undefined): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  const name = searchParams.get('arg') ?? ''
  await request.body?.cancel()

  if (request.method !== 'POST') {
    return plainError('405 - Method Not Allowed', 405, { Allow: 'POST' })
  }

  if (imports == null || !CALLS.includes(pathname.slice(PATH.length))) {
    return plainError('404 page not found', 404)
  }

  if (!name.startsWith(INCOMING)) {
    return plainError(`argument "name" must be an object of the bucket below ${INCOMING}`, 400)
  }

  return await imports.get(imports.idFromName(name)).fetch(new Request(request.url, { method: 'POST' }))
}
