import { API_PREFIX } from '../../../src/rpc/handler.ts'
import { plainError } from '../../../src/rpc/response/plain-responses.ts'
import type { Env, ObjectNamespace } from '../../engine/edge-types.ts'
import type { PartsBucket } from '../parts/parts-bucket.ts'
import { storePart } from '../parts/store-part.ts'

/** Path of the calls about an object of the bucket. */
const PATH = `${API_PREFIX}/swipfs/bucket/`

/** Calls that the object of an import answers. */
const CALLS = ['upload', 'complete', 'import', 'add', 'stat', 'cancel']

/** Objects of the bucket that may be imported. All others belong to the node. */
const INCOMING = 'incoming/'

/** Limit of the names of objects of R2, in bytes. */
const MAX_NAME_BYTES = 1024

/** Returns whether a request to the RPC is about an object of the bucket. */
export function isBucketCall ({ url }: Request): boolean {
  return new URL(url).pathname.startsWith(PATH)
}

/**
 * Answers a request about an object of the bucket, such as `swipfs/bucket/import?arg=incoming/NAME`. An object of its
 * own (`ImportObject`) does it, but the bytes of parts go to the bucket directly.
 */
export async function answerBucketCall (
  request: Request,
  { IMPORT: imports, BLOCKS: bucket }: Pick<Env, 'IMPORT' | 'BLOCKS'>
): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  const call = pathname.slice(PATH.length)
  const name = searchParams.get('arg') ?? ''
  const refused = refuseCall(request, name) ??
    (imports == null || bucket == null || ![...CALLS, 'part'].includes(call)
      ? plainError('404 page not found', 404)
      : undefined)

  if (refused != null) {
    await request.body?.cancel()
    return refused
  }

  const askObject = objectOf(imports!, name)

  if (call === 'part') {
    return await storePart(request, bucket as PartsBucket, askObject)
  }

  await request.body?.cancel()
  return await askObject(call, searchParams)
}

function refuseCall ({ method }: Request, name: string): Response | undefined {
  if (method !== 'POST') {
    return plainError('405 - Method Not Allowed', 405, { Allow: 'POST' })
  }

  if (!name.startsWith(INCOMING) || name.length === INCOMING.length) {
    return plainError(`argument "name" must be an object of the bucket below ${INCOMING}`, 400)
  }

  return new TextEncoder().encode(name).byteLength > MAX_NAME_BYTES
    ? plainError(`argument "name" is longer than ${MAX_NAME_BYTES} bytes`, 400)
    : undefined
}

/** Returns a function that asks the object of an import. */
function objectOf (
  imports: ObjectNamespace,
  name: string
): (call: string, query: URLSearchParams | Record<string, string>) => Promise<Response> {
  return async (call, query) => {
    const params = new URLSearchParams(query)
    params.set('arg', name)
    return await imports.get(imports.idFromName(name)).fetch(
      new Request(`https://import.invalid${PATH}${call}?${params}`, { method: 'POST' })
    )
  }
}
