import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A pin at the service (`PinStatus` of the IPFS Pinning Service API). */
export interface ServicePin {
  requestid: string
  status: string
  created: string
  pin: { cid: string; name?: string; origins?: string[]; meta?: Record<string, string> }
  delegates: string[]
  info: Record<string, string>
}

export interface PinningServiceInit {
  key?: string
  /** answers instead of the service */
  intercept?: (request: IncomingMessage, response: ServerResponse) => boolean
}

/** A remote pinning service on loopback, without TLS. */
export interface TestPinningService {
  url: string
  /** its pins, oldest first; tests change the statuses */
  pins: ServicePin[]
  /** `METHOD path?query` of the requests with the right key */
  asked: string[]
  close: () => Promise<void>
}

/**
 * Path of the service: it need not be at the root. Recorded columns are as wide as a URL of this length with a port of
 * five digits.
 */
const BASE = '/api'

const FIRST_MS = Date.parse('2026-01-01T00:00:00Z')
const STATUSES = ['queued', 'pinning', 'pinned', 'failed']
const DEFAULT_LIMIT = 10
const MAX_LIMIT = 1000

/** Starts the service that golden/README.md describes ("The pinning service"), which can also replace pins. */
export async function startPinningService (
  { key = 'golden-secret', intercept }: PinningServiceInit = {}
): Promise<TestPinningService> {
  const pins: ServicePin[] = []
  const asked: string[] = []
  let count = 0

  const add = (pin: ServicePin['pin']): ServicePin => {
    count++
    const wanted = (pin.name ?? '').split(':')[0]
    const status = wanted !== 'pinned' && STATUSES.includes(wanted) ? wanted : 'pinned'
    const added = {
      requestid: `r${String(count).padStart(4, '0')}`,
      status,
      created: new Date(FIRST_MS + count * 1000).toISOString().replace('.000', ''),
      pin,
      delegates: [],
      info: {}
    }
    pins.push(added)
    return added
  }

  const remove = (requestid: string): ServicePin | undefined => {
    const i = pins.findIndex((pin) => pin.requestid === requestid)
    return i < 0 ? undefined : pins.splice(i, 1)[0]
  }

  const answer = async (request: IncomingMessage): Promise<{ status: number; body?: unknown }> => {
    const { pathname: whole, searchParams } = new URL(request.url ?? '/', 'http://service')
    const pathname = whole.startsWith(`${BASE}/`) ? whole.slice(BASE.length) : ''
    const [, requestid] = /^\/pins\/([^/]+)$/.exec(pathname) ?? []

    if (request.headers.authorization !== `Bearer ${key}`) {
      return failure(401, 'UNAUTHORIZED', 'bad token')
    }

    asked.push(`${request.method} ${request.url?.slice(BASE.length)}`)

    switch (`${request.method} ${requestid == null ? pathname : '/pins/ID'}`) {
      case 'GET /pins':
        return found(pins, searchParams)
      case 'POST /pins':
        return { status: 202, body: add(JSON.parse(await text(request)) as ServicePin['pin']) }
      case 'GET /pins/ID':
        return existing(pins.find((pin) => pin.requestid === requestid), (pin) => ({ status: 200, body: pin }))
      case 'DELETE /pins/ID':
        return existing(remove(requestid), () => ({ status: 202 }))
      case 'POST /pins/ID': {
        const pin = JSON.parse(await text(request)) as ServicePin['pin']
        return existing(remove(requestid), () => ({ status: 202, body: add(pin) }))
      }
      default:
        return failure(404, 'NOT_FOUND', pathname)
    }
  }

  const server = createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*').setHeader('Access-Control-Allow-Headers', '*, Authorization')
      .setHeader('Access-Control-Allow-Methods', 'GET, POST, DELETE')

    if (request.method === 'OPTIONS') {
      response.writeHead(204).end()
    } else if (intercept?.(request, response) !== true) {
      void answer(request).then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(body == null ? '' : JSON.stringify(body))
      })
    }
  })

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${BASE}`,
    pins,
    asked,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}

function found (pins: ServicePin[], query: URLSearchParams): { status: number; body: unknown } {
  const limit = Number(query.get('limit') ?? DEFAULT_LIMIT)
  const statuses = (query.get('status') ?? 'pinned').split(',')
  const cids = query.get('cid')?.split(',')
  const [name, before] = [query.get('name'), query.get('before')]

  if (!(limit >= 1 && limit <= MAX_LIMIT) || statuses.some((status) => !STATUSES.includes(status))) {
    return failure(400, 'BAD_REQUEST', String(query))
  }

  const results = pins.filter(({ status, pin, created }) =>
    statuses.includes(status) && (cids?.includes(pin.cid) ?? true) && (name == null || pin.name === name) &&
    (before == null || created < before)
  ).reverse()

  return { status: 200, body: { count: results.length, results: results.slice(0, limit) } }
}

function existing (
  pin: ServicePin | undefined,
  answer: (pin: ServicePin) => { status: number; body?: unknown }
): { status: number; body?: unknown } {
  return pin == null ? failure(404, 'NOT_FOUND', 'no such pin') : answer(pin)
}

function failure (status: number, reason: string, details: string): { status: number; body: unknown } {
  return { status, body: { error: { reason, details } } }
}
