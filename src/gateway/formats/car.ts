import type { CID } from 'multiformats/cid'
import { writeCar } from '../../car/write-car.ts'
import { etagMatches } from '../../http/headers/etag.ts'
import { ResolveError } from '../errors/resolve-error.ts'
import type { CarContent } from '../request/backend.ts'
import { parseCarParams } from '../request/car-params.ts'
import type { CarParams } from '../request/car-params.ts'
import { MEDIA_TYPES } from '../request/format.ts'
import { queryParam } from '../request/query-param.ts'
import type { Immutable } from '../request/request.ts'
import { setCacheHeaders } from '../response/cache-headers.ts'
import { setContentDisposition } from '../response/content-disposition.ts'
import { shortHash } from '../response/etags.ts'
import { setIpfsRoots } from '../response/ipfs-roots.ts'
import { openBody } from '../response/response-body.ts'

/**
 * Answers with a CAR: the blocks by which a client can verify a path and its content
 * (specs.ipfs.tech/http-gateways/trustless-gateway, "application/vnd.ipld.car").
 */
export async function car (rq: Immutable): Promise<Response> {
  const { headers, request, immutablePath: { cid, segments }, query, formatParams } = rq
  const params = parseCarParams(query, formatParams)

  const filename = queryParam(rq, 'filename')
  const name = [cid.toString(), ...segments.slice(-1)].join('_')
  setContentDisposition(headers, filename === '' ? `${name}.car` : filename, 'attachment')

  setCacheHeaders(rq, cid, 'car')
  const etag = carEtag(rq.immutablePath.text, cid, params)
  headers.set('Etag', etag)

  if (etagMatches(request.headers.get('if-none-match') ?? '', etag)) {
    return new Response(null, { status: 304, headers })
  }

  const content = await open(rq, params)
  setIpfsRoots(headers, content.target)
  // Parts of a CAR are requested by other parameters.
  headers.set('Accept-Ranges', 'none')
  headers.set(
    'Content-Type',
    `${MEDIA_TYPES.car}; version=1; order=${params.order}; dups=${params.duplicates ? 'y' : 'n'}`
  )
  headers.set('X-Content-Type-Options', 'nosniff')
  // A client can verify and keep the blocks before a missing one. The broken stream shows that there are more.
  return await openBody(rq, writeCar(content.roots, content.blocks), {
    sendsUpTo: ({ name }) => name === 'BlockNotFoundError'
  })
}

async function open ({ backend, immutablePath, life, contentPath }: Immutable, params: CarParams): Promise<CarContent> {
  try {
    return await backend.car(immutablePath, params, life)
  } catch (err) {
    throw new ResolveError(contentPath.text, err as Error)
  }
}

/**
 * Returns the ETag of a CAR. It is weak, because the blocks may be in another order, and differs if the blocks may
 * differ.
 */
function carEtag (path: string, root: CID, { scope, order, duplicates, range }: CarParams): string {
  const parts = [path, scope, order, duplicates, range?.from ?? 0n, range?.to ?? '*']
  return `W/"${root}.car.${shortHash(new TextEncoder().encode(parts.join('\0')))}"`
}
