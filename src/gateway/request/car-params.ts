import { StatusError } from '../errors/status-error.ts'
import { parseEntityBytes } from './entity-bytes.ts'
import type { EntityBytes } from './entity-bytes.ts'
import { queryParam } from './query-param.ts'

const CAR_SCOPES = ['block', 'entity', 'all'] as const
const CAR_ORDERS = ['dfs', 'unk'] as const

/**
 * Parameters of a CAR: the blocks it contains, and how they are written
 * (specs.ipfs.tech/http-gateways/trustless-gateway, IPIP-412).
 */
export interface CarParams {
  /** the last block only, the entity (file, directory or symlink), or the whole DAG */
  scope: typeof CAR_SCOPES[number]
  /** byte range of a file; used for `entity` */
  range: EntityBytes | undefined
  order: typeof CAR_ORDERS[number]
  /** whether a block is written each time a link leads to it */
  duplicates: boolean
}

/**
 * Reads the parameters from the URL, else from the media type in `Accept` (IPIP-523). Error messages are boxo's
 * (`gateway/handler_car.go`).
 *
 * @throws StatusError 400 for an invalid value
 */
export function parseCarParams (query: Map<string, string[]>, formatParams: Map<string, string>): CarParams {
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
