import { parseCid } from '../../cid/text/parse-cid.ts'
import { PinningServiceError } from './pinning-service-error.ts'
import { REMOTE_STATUSES } from './remote-pin.ts'
import type { RemotePin, RemoteStatus } from './remote-pin.ts'

/** Limit of the API. */
const MAX_DELEGATES = 20

/**
 * Validates a `PinStatus` of a service's answer.
 *
 * @throws PinningServiceError
 */
export function readRemotePin (value: unknown): RemotePin {
  const { requestid, status, created, pin, delegates } = requireObject(value, 'a pin')
  const { cid, name = '' } = requireObject(pin, 'the pin of a status')

  if (
    typeof requestid !== 'string' || typeof created !== 'string' || typeof cid !== 'string' ||
    (typeof name !== 'string' && name !== null)
  ) {
    throw invalidResponse('a pin without requestid, created or cid')
  }

  if (!REMOTE_STATUSES.includes(status as RemoteStatus)) {
    throw invalidResponse(`the status ${JSON.stringify(status)}`)
  }

  try {
    return {
      requestId: requestid,
      status: status as RemoteStatus,
      created,
      cid: parseCid(cid),
      name: name ?? '',
      delegates: readDelegates(delegates)
    }
  } catch (err) {
    throw invalidResponse(`the CID ${JSON.stringify(cid)}: ${(err as Error).message}`)
  }
}

/** Reads the delegates. They are optional hints, so invalid ones are ignored. */
function readDelegates (value: unknown): string[] {
  return (Array.isArray(value) ? value as unknown[] : []).filter((address) => typeof address === 'string').slice(
    0,
    MAX_DELEGATES
  )
}

/**
 * Validates a `PinResults`.
 *
 * @throws PinningServiceError
 */
export function readRemotePins (value: unknown): { count: number; pins: RemotePin[] } {
  const { count, results } = requireObject(value, 'a list of pins')

  // boxo accepts null for an empty list.
  if (typeof count !== 'number' || !(Array.isArray(results) || results == null)) {
    throw invalidResponse('a list without count or results')
  }

  return { count, pins: (results as unknown[] | null | undefined)?.map(readRemotePin) ?? [] }
}

function requireObject (value: unknown, field: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidResponse(`${field} that is no object`)
  }

  return value as Record<string, unknown>
}

function invalidResponse (field: string): PinningServiceError {
  return new PinningServiceError(`invalid pinning service response: ${field}`)
}
