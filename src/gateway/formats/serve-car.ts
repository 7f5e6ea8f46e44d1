import type { CID } from 'multiformats/cid'
import { BlockNotFoundError } from '../../blocks/exchange/block-not-found-error.ts'
import { writeCar } from '../../car/write-car.ts'
import { isError } from '../../errors/define-error.ts'
import { etagMatches } from '../../http/headers/etag.ts'
import { ResolveError, StatusError } from '../errors/gateway-errors.ts'
import type { CarContent, CarParams } from '../request/backend.ts'
import { parseEntityBytes } from '../request/entity-bytes.ts'
import type { EntityBytes } from '../request/entity-bytes.ts'
import { MEDIA_TYPES } from '../request/format.ts'
import { queryParam } from '../request/request.ts'
import type { Immutable } from '../request/request.ts'
import { setCacheHeaders, setContentDisposition, setIpfsRoots, shortHash } from '../response/response-headers.ts'
import { openBody } from '../response/serve-content.ts'

/**
 * Answers with a CAR: the blocks by which a client can verify a path and its content
 * (specs.ipfs.tech/http-gateways/trustless-gateway, "application/vnd.ipld.car").
 */
export async function serveCar (rq: Immutable): Promise<Response> {
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

  const content = await openCar(rq, params)
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
    sendsUpTo: (err) => isError(err, BlockNotFoundError)
  })
}

async function openCar (
  { backend, immutablePath, life, contentPath }: Immutable,
  params: CarParams
): Promise<CarContent> {
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

const CAR_SCOPES: ReadonlyArray<CarParams['scope']> = ['block', 'entity', 'all']
const CAR_ORDERS: ReadonlyArray<CarParams['order']> = ['dfs', 'unk']

/**
 * Reads the parameters from the URL, else from the media type in `Accept` (IPIP-523). Error messages are boxo's
 * (`gateway/handler_car.go`).
 *
 * @throws StatusError 400 for an invalid value
 */
function parseCarParams (query: Map<string, string[]>, formatParams: Map<string, string>): CarParams {
  const value = (name: string): string => {
    const byUrl = queryParam({ query }, `car-${name}`)
    return byUrl === '' ? formatParams.get(name) ?? '' : byUrl
  }

  const version = value('version')
  const order = value('order') || 'dfs'
  const dups = value('dups') || 'n'
  const range = query.has('entity-bytes') ? readRange(queryParam({ query }, 'entity-bytes')) : undefined
  const scope = query.has('dag-scope') ? queryParam({ query }, 'dag-scope') : 'all'

  if (!isOneOf(CAR_SCOPES, scope)) {
    throw new StatusError(400, 'unsupported application/vnd.ipld.car scope parameter')
  }

  if (version !== '' && version !== '1') {
    throw new StatusError(400, 'unsupported application/vnd.ipld.car version: only version=1 is supported')
  }

  if (!isOneOf(CAR_ORDERS, order)) {
    throw new StatusError(400, 'unsupported application/vnd.ipld.car order parameter')
  }

  if (dups !== 'y' && dups !== 'n') {
    throw new StatusError(400, 'unsupported application/vnd.ipld.car dups parameter')
  }

  return { scope, range, order, duplicates: dups === 'y' }
}

function isOneOf<T extends string> (values: readonly T[], value: string): value is T {
  return (values as readonly string[]).includes(value)
}

function readRange (text: string): EntityBytes {
  try {
    return parseEntityBytes(text)
  } catch (err) {
    throw new StatusError(400, `invalid application/vnd.ipld.car entity-bytes URL parameter: ${(err as Error).message}`)
  }
}
