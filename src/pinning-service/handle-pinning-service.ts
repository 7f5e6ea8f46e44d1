import { isError } from '../errors/define-error.ts'
import { checkRoom } from '../repo/check-room.ts'
import { ownAddresses } from '../swarm/peers/own-addresses.ts'
import { admitUser } from './admit-user.ts'
import type { HostedPin } from './hosted/hosted-pin.ts'
import { newestOf } from './newest-of.ts'
import type { PinHosting } from './pin-hosting.ts'
import { pinStatus } from './pin-status.ts'
import type { PinStatus } from './pin-status.ts'
import { readFilter } from './read-filter.ts'
import { readPin } from './read-pin.ts'
import { emptyResponse, jsonResponse, refusedResponse } from './service-answer.ts'
import { ServiceError } from './service-error.ts'
import type { UserOf } from './user-of.ts'

/** The path of the service endpoint at the host. */
export const PINNING_SERVICE_PATH = '/psa'

/** Maps errors of the node by name. The API only has the status for insufficient funds for a node without room. */
const OTHERS: Readonly<Record<string, [status: number, reason: string]>> = {
  NoRoomLeftError: [409, 'INSUFFICIENT_FUNDS'],
  QuotaExceededError: [409, 'INSUFFICIENT_FUNDS'],
  UploadStalledError: [408, 'REQUEST_TIMEOUT']
}

export interface PinningServiceInit {
  /** Returns the user of a token. Called before anything else. */
  userOf: UserOf
  /** Returns the pin store. Only called for requests with a known token. */
  open: () => PinHosting | Promise<PinHosting>
  /** Cancels the request; default: the signal of the request. */
  signal?: AbortSignal
}

interface Call {
  hosting: PinHosting
  user: string
  request: Request
  signal: AbortSignal
}

/**
 * Serves the IPFS Pinning Service API v1 (ipfs.github.io/pinning-services-api-spec) at `/psa/pins` and `/psa/pins/ID`:
 * pins content for users with a token. Users only see their own requests. Errors are `{ error: { reason, details } }`.
 * Never rejects.
 *
 * @example
 * ```ts
 * const init = { userOf: userOf({ alice: 'secret' }), open: () => hosting }
 * const response = await handlePinningService(request, init)
 * ```
 */
export async function handlePinningService (request: Request, init: PinningServiceInit): Promise<Response> {
  try {
    return await routeRequest(request, init)
  } catch (err) {
    return errorResponse(err)
  }
}

async function routeRequest (
  request: Request,
  { userOf, open, signal = request.signal }: PinningServiceInit
): Promise<Response> {
  const admitted = await admitUser(request, userOf)

  if ('refused' in admitted) {
    return admitted.refused
  }

  const { user } = admitted
  const { pathname, searchParams } = new URL(request.url)
  const [, id] = /^\/psa\/pins(?:\/([^/]+))?$/.exec(pathname) ?? []

  if (id == null && pathname !== `${PINNING_SERVICE_PATH}/pins`) {
    throw new ServiceError(404, 'NOT_FOUND', 'nothing is at this path')
  }

  const call = { hosting: await open(), user, request, signal }

  switch (`${request.method} ${id == null ? 'pins' : 'pin'}`) {
    case 'GET pins':
      return await listPins(call, searchParams)
    case 'POST pins':
      return await addPin(call)
    case 'GET pin':
      return await getPin(call, id)
    case 'POST pin':
      return await replacePin(call, id)
    case 'DELETE pin':
      return await removePin(call, id)
    default:
      throw new ServiceError(405, 'METHOD_NOT_ALLOWED', `${request.method} is not answered here`)
  }
}

async function listPins ({ hosting, user, signal }: Call, query: URLSearchParams): Promise<Response> {
  const filter = readFilter(query)
  const { count, results } = await newestOf(hosting.list(user), filter)
  const delegates = await delegatesOf(hosting, signal)
  return jsonResponse(200, { count, results: results.map((pin) => toPinStatus(hosting, pin, delegates)) })
}

async function addPin ({ hosting, user, request, signal }: Call): Promise<Response> {
  const pin = await readPin(request, signal)
  await checkRoom(hosting.node)
  return jsonResponse(
    202,
    toPinStatus(hosting, await hosting.add({ ...pin, user }), await delegatesOf(hosting, signal))
  )
}

async function getPin ({ hosting, user, signal }: Call, id: string): Promise<Response> {
  const pin = requireFound(await hosting.get(id, user))
  return jsonResponse(200, toPinStatus(hosting, pin, await delegatesOf(hosting, signal)))
}

async function replacePin ({ hosting, user, request, signal }: Call, id: string): Promise<Response> {
  const pin = await readPin(request, signal)
  requireFound(await hosting.get(id, user))
  await checkRoom(hosting.node)
  return jsonResponse(
    202,
    toPinStatus(hosting, requireFound(await hosting.replace(id, { ...pin, user })), await delegatesOf(hosting, signal))
  )
}

async function removePin ({ hosting, user }: Call, id: string): Promise<Response> {
  requireFound(await hosting.remove(id, user) ? true : undefined)
  return emptyResponse(202)
}

function toPinStatus (hosting: PinHosting, pin: HostedPin, delegates: readonly string[]): PinStatus {
  return pinStatus(pin, delegates, pin.status === 'pinning' ? hosting.progress(pin.requestId) : undefined)
}

function requireFound<T> (found: T | undefined): T {
  if (found == null) {
    throw new ServiceError(404, 'NOT_FOUND', 'there is no request of this ID')
  }

  return found
}

/** Returns the addresses of this node, which clients may dial so that it can fetch from them. */
async function delegatesOf ({ node }: PinHosting, signal: AbortSignal): Promise<string[]> {
  return await ownAddresses(node.swarm, node.identity.peerId.toString(), { signal })
}

function errorResponse (err: unknown): Response {
  const { name, message } = err as Error

  if (isError(err, ServiceError)) {
    const { status, reason } = err
    return refusedResponse(status, reason, message, status === 405 ? { Allow: 'GET, POST, DELETE, OPTIONS' } : {})
  }

  const [status, reason] = OTHERS[name] ?? [500, 'INTERNAL_SERVER_ERROR']
  return refusedResponse(status, reason, message)
}
