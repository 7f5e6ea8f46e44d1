import type { CID } from 'multiformats/cid'
import { Slots } from '../async/locks/slots.ts'
import { timeLimit } from '../async/signals/time-limit.ts'
import { toBytes } from '../bytes/to-bytes.ts'
import { parsePeerId } from '../cid/peer-id/parse-peer-id.ts'
import { peerIdEncoder } from '../cid/peer-id/peer-id-encoder.ts'
import { parseCid } from '../cid/text/parse-cid.ts'
import { bodyChunks } from '../http/body/body-chunks.ts'
import { parseIpnsName } from '../names/record/ipns-name.ts'
import { MAX_RECORD_BYTES, RECORD_MEDIA_TYPE } from '../names/record/read-record.ts'
import { ANNOUNCED_PROTOCOLS, BadAnnouncementError, NS_PER_MS, readAnnouncement } from './announcement.ts'
import { answerType, NDJSON_TYPE } from './answer-type.ts'
import { filteredPeer } from './filtered-peer.ts'
import { parseLookupKey } from './lookup-key.ts'
import { ProviderTable } from './provider-table.ts'
import type { KnownPeer, ProviderTableInit } from './provider-table.ts'
import { RecordTable } from './record-table.ts'
import { routeOf } from './route-of.ts'

/** Allows pages of any origin, without credentials. */
const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, HEAD, PUT, OPTIONS',
  'Access-Control-Allow-Headers': 'Content-Type',
  'Access-Control-Max-Age': '86400'
}

/** The timeout for a stalled request body. */
const STALL_MS = 10_000

/** The timeout for a whole request body. */
const BODY_MS = 30_000

const MAX_ANNOUNCEMENT_BYTES = 2 * 1024 * 1024

/**
 * The maximum number of announcements that are parsed concurrently, because each needs several times its size in
 * memory. Others wait up to `WAIT_MS`.
 */
const MAX_READ = 4
const WAIT_MS = 10_000

/** The maximum length of a key in a path: decoding its base takes quadratic time. */
const MAX_KEY_LENGTH = 1024

/** The maximum number of records per request, each with a signature to verify. Clients send one. */
const MAX_ANNOUNCEMENTS = 64

/** The maximum number of closest peers: the bucket size of the Amino DHT (IPIP-476). */
export const MAX_CLOSEST = 20

const base58 = peerIdEncoder('b58mh')

/**
 * A delegated router (specs.ipfs.tech/routing/http-routing-v1) for the peers of a small network that announce to it:
 * returns providers, peer addresses and IPNS records. Forwards no lookups. Everything is in memory, because peers
 * announce again.
 *
 * Announcements and records are verified by their signatures. Whether a peer really has a block is only known after
 * asking it.
 */
export class DelegatedRouter {
  readonly #providers: ProviderTable
  readonly #records = new RecordTable()
  readonly #reading = new Slots(MAX_READ)

  constructor (init?: ProviderTableInit) {
    this.#providers = new ProviderTable(init)
  }

  /** Handles a request below /routing/v1; responds to others with 404. Never rejects. */
  async handle (request: Request): Promise<Response> {
    let response: Response

    try {
      response = await this.#answer(request)
    } catch (err) {
      response = errorResponse(500, (err as Error).message)
    }

    // Errors have these headers too, so that a page can read the reason.
    Object.entries(CORS).forEach(([name, value]) => {
      response.headers.set(name, value)
    })
    return request.method === 'HEAD' ? new Response(null, response) : response
  }

  /** Returns the peers that have announced a block. */
  providers (cid: CID): KnownPeer[] {
    return this.#providers.providers(cid)
  }

  /**
   * Returns a peer that has announced something.
   *
   * @param id - in base58
   */
  peer (id: string): KnownPeer | undefined {
    return this.#providers.peer(id)
  }

  /**
   * Returns the announced peers nearest to a key, nearest first, at most 20.
   *
   * @param key - bytes of a multihash
   */
  closest (key: Uint8Array): KnownPeer[] {
    return this.#providers.nearest(key, MAX_CLOSEST)
  }

  async #answer (request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    const { method } = request

    if (!pathname.startsWith('/routing/v1/')) {
      return errorResponse(404, 'Not found')
    }

    if (method === 'OPTIONS') {
      return new Response(null, { status: 204 })
    }

    const { kind, key = '' } = routeOf(pathname) ?? {}

    if (key.length > MAX_KEY_LENGTH) {
      return errorResponse(400, `unable to parse a key of more than ${MAX_KEY_LENGTH} characters`)
    }

    const isRead = method === 'GET' || method === 'HEAD'

    switch (kind) {
      case 'providers':
        if (method === 'PUT' && key === '') {
          return await this.#announce(request)
        }

        return isRead && key !== '' ? await this.#findProviders(key, request) : notAllowed()
      case 'peers':
        return isRead && key !== '' ? await this.#findPeer(key, request) : notAllowed()
      case 'dht/closest/peers':
        return isRead && key !== '' ? await this.#findClosest(key, request) : notAllowed()
      case 'ipns':
        return key === '' ? notAllowed() : await this.#answerName(key, request)
      default:
        return errorResponse(404, 'Not found')
    }
  }

  async #findProviders (cid: string, request: Request): Promise<Response> {
    return await readKey(
      () => this.#providers.providers(parseCid(cid)),
      'unable to parse CID',
      (peers) => listResponse('Providers', peers, request)
    )
  }

  async #findPeer (id: string, request: Request): Promise<Response> {
    return await readKey(
      () => this.#providers.peer(base58(parsePeerId(id))),
      'unable to parse PeerID',
      (peer) => listResponse('Peers', peer == null ? [] : [peer], request)
    )
  }

  async #findClosest (key: string, request: Request): Promise<Response> {
    return await readKey(
      () => this.closest(parseLookupKey(key).bytes),
      `unable to parse key ${JSON.stringify(key)}`,
      (peers) => listResponse('Peers', peers, { headers: request.headers })
    )
  }

  async #answerName (name: string, request: Request): Promise<Response> {
    switch (request.method) {
      case 'GET':
      case 'HEAD':
        return await this.#record(name, request)
      case 'PUT':
        return await this.#publish(name, request)
      default:
        return notAllowed()
    }
  }

  async #announce (request: Request): Promise<Response> {
    let free: () => void

    try {
      free = await this.#reading.take(timeLimit(WAIT_MS))
    } catch {
      await request.body?.cancel()
      return errorResponse(503, 'too many concurrent announcements')
    }

    try {
      const body = await readBody(
        request,
        MAX_ANNOUNCEMENT_BYTES,
        new BadAnnouncementError(`the request exceeds ${MAX_ANNOUNCEMENT_BYTES} bytes`, 413)
      )
      const { Providers } = Object(parseJson(body)) as { Providers?: unknown }
      const records: unknown[] = Array.isArray(Providers) ? Providers : []

      if (records.length > MAX_ANNOUNCEMENTS) {
        throw new BadAnnouncementError(`more than ${MAX_ANNOUNCEMENTS} records in one request`, 400)
      }

      // All of them are verified before any is stored.
      const announcements = await Promise.all(records.map(readAnnouncement))
      const ProvideResults = announcements.map((announcement) => ({
        Schema: 'bitswap',
        Protocol: ANNOUNCED_PROTOCOLS[0],
        AdvisoryTTL: this.#providers.announce(announcement) * NS_PER_MS
      }))
      return Response.json({ ProvideResults })
    } catch (err) {
      if (err instanceof BadAnnouncementError) {
        return errorResponse(err.status, err.message)
      }

      throw err
    } finally {
      free()
    }
  }

  async #record (key: string, { headers }: Request): Promise<Response> {
    const accept = headers.get('Accept') ?? '*/*'

    if (!accept.includes(RECORD_MEDIA_TYPE) && !accept.includes('*/*')) {
      return errorResponse(406, `content type in 'Accept' header is not supported, retry with '${RECORD_MEDIA_TYPE}'`)
    }

    return await readKey(
      async () => await this.#records.get(parseIpnsName(key)),
      'unable to parse CID',
      (record) =>
        record == null
          // IPIP-513: a missing record is no error.
          ? new Response('delegate error: routing: not found\n', {
            headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }
          })
          : new Response(record as Uint8Array<ArrayBuffer>, {
            headers: { 'Content-Type': RECORD_MEDIA_TYPE, 'Cache-Control': 'no-cache', Vary: 'Accept' }
          })
    )
  }

  async #publish (key: string, request: Request): Promise<Response> {
    if (request.headers.get('Content-Type')?.includes(RECORD_MEDIA_TYPE) !== true) {
      return errorResponse(406, "content type in 'Content-Type' header is missing or not supported")
    }

    return await readKey(
      async () => {
        await this.#records.put(
          parseIpnsName(key),
          await readBody(request, MAX_RECORD_BYTES, new Error('it is too long'))
        )
      },
      'provided record is invalid',
      () => new Response(null)
    )
  }
}

/** Answers 400 if reading a key or value throws. */
async function readKey<T> (
  read: () => T | Promise<T>,
  words: string,
  answer: (found: T) => Response
): Promise<Response> {
  let found: T

  try {
    found = await read()
  } catch (err) {
    return errorResponse(400, `${words}: ${(err as Error).message}`)
  }

  return answer(found)
}

/**
 * Returns the response with a list of peers.
 *
 * @param url - URL of the request, whose query may have filters (IPIP-484); omitted for none
 */
function listResponse (
  name: 'Providers' | 'Peers',
  peers: KnownPeer[],
  { url, headers }: { url?: string; headers: Headers }
): Response {
  const query = url == null ? new URLSearchParams() : new URL(url).searchParams
  const records = peers.flatMap((peer) => filteredPeer(peer, ANNOUNCED_PROTOCOLS, query) ?? []).map((
    { id, addresses }
  ) => ({ Schema: 'peer', ID: id, Addrs: addresses, Protocols: ANNOUNCED_PROTOCOLS }))
  let type: string

  try {
    type = answerType(headers.get('Accept'))
  } catch (err) {
    return errorResponse(400, (err as Error).message)
  }

  const text = type === NDJSON_TYPE
    ? records.map((record) => `${JSON.stringify(record)}\n`).join('')
    : JSON.stringify({ [name]: records })
  // Not cached, so that new announcements are found at once.
  return new Response(text, {
    headers: { 'Content-Type': type, 'Cache-Control': 'no-cache', Vary: 'Accept' }
  })
}

/** Reads a body up to the maximum size. Aborts a stalled request. */
async function readBody (request: Request, maxBytes: number, tooLarge: Error): Promise<Uint8Array> {
  return await toBytes(bodyChunks(request, { stallMs: STALL_MS, signal: timeLimit(BODY_MS) }), {
    maxBytes,
    tooLarge: () => tooLarge
  })
}

function parseJson (bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (err) {
    throw new BadAnnouncementError(`invalid request: ${(err as Error).message}`, 400)
  }
}

function errorResponse (status: number, message: string): Response {
  return new Response(`${message}\n`, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }
  })
}

function notAllowed (): Response {
  return errorResponse(405, 'this method is not answered here')
}
