import { toBytes } from '../bytes/to-bytes.ts'
import { parseCid } from '../cid/text/parse-cid.ts'
import { bodyChunks } from '../http/body/body-chunks.ts'
import { parseMultiaddr } from '../net/addresses/parse-multiaddr.ts'
import { originUrl } from '../retrieval/http/origin-url.ts'
import type { NewHostedPin } from './hosted/hosted-pins.ts'
import { readTexts } from './read-texts.ts'
import { badRequest, ServiceError } from './service-error.ts'

/** The maximum size of a body. A pin within the API's limits is far smaller, unless it has a lot of metadata. */
const MAX_BODY_BYTES = 256 * 1024

/** The timeout for a stalled request body. */
const STALL_MS = 10_000

/** The limits of the API. */
const MAX_NAME_LENGTH = 255
const MAX_ORIGINS = 20

const MAX_CID_LENGTH = 512
const MAX_ORIGIN_LENGTH = 1024

/**
 * Parses the `Pin` in a request body.
 *
 * @throws ServiceError
 */
export async function readPin (request: Request, signal: AbortSignal): Promise<Omit<NewHostedPin, 'user'>> {
  const tooLarge = (): ServiceError =>
    new ServiceError(413, 'REQUEST_TOO_LARGE', `a pin has no more than ${MAX_BODY_BYTES} bytes`)

  if (Number(request.headers.get('Content-Length') ?? 0) > MAX_BODY_BYTES) {
    throw tooLarge()
  }

  const bytes = await toBytes(bodyChunks(request, { signal, stallMs: STALL_MS }), {
    maxBytes: MAX_BODY_BYTES,
    tooLarge
  })
  const pin = parseBody(bytes)
  const { cid, name, origins, meta } = pin

  return {
    cid: readCid(cid),
    ...name == null ? {} : { name: readName(name) },
    origins: origins == null ? [] : readOrigins(origins),
    meta: meta == null ? {} : readTexts(meta, 'meta')
  }
}

function parseBody (bytes: Uint8Array): Record<string, unknown> {
  let value: unknown

  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw badRequest('the body is no JSON')
  }

  if (typeof value !== 'object' || value == null || Array.isArray(value)) {
    throw badRequest('the body is no pin: an object with a cid')
  }

  return value as Record<string, unknown>
}

function readCid (cid: unknown): string {
  if (typeof cid !== 'string' || cid.length > MAX_CID_LENGTH) {
    throw badRequest('cid has to be the text of a CID')
  }

  try {
    return parseCid(cid).toString()
  } catch (err) {
    throw badRequest(`cid: ${(err as Error).message}`)
  }
}

function readName (name: unknown): string {
  if (typeof name !== 'string' || name.length > MAX_NAME_LENGTH) {
    throw badRequest(`name has to be a text of ${MAX_NAME_LENGTH} characters at most`)
  }

  return name
}

function readOrigins (origins: unknown): string[] {
  if (!Array.isArray(origins) || origins.length > MAX_ORIGINS) {
    throw badRequest(`origins have to be a list of ${MAX_ORIGINS} multiaddrs or URLs at most`)
  }

  return [
    ...new Set(origins.map((origin: unknown) => {
      if (typeof origin !== 'string' || origin.length > MAX_ORIGIN_LENGTH) {
        throw badRequest('origins have to be texts of multiaddrs, or URLs of gateways by https')
      }

      if (originUrl(origin) != null) {
        return origin
      }

      try {
        return parseMultiaddr(origin).toString()
      } catch (err) {
        throw badRequest(`origins: ${(err as Error).message}`)
      }
    }))
  ]
}
