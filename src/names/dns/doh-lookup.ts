import { base64url } from 'multiformats/bases/base64'
import { timeLimit } from '../../async/signals/time-limit.ts'
import { toBytes } from '../../bytes/to-bytes.ts'
import { isError } from '../../errors/define-error.ts'
import { errorMessage } from '../../go/text/error-message.ts'
import { streamChunks } from '../../http/body/body-chunks.ts'
import { fetchDirect } from '../../http/body/fetch-direct.ts'
import { RCODE_NO_NAME, RCODE_OK } from './dns-answer.ts'
import type { DnsAnswer, RecordsAnswer, RecordType } from './dns-answer.ts'
import { DnsError, NoDnsRecordError } from './dns-errors.ts'
import { readDnsJson } from './read-dns-json.ts'
import { readDnsMessage } from './read-dns-message.ts'
import { writeDnsQuery } from './write-dns-query.ts'

/** A message of the DNS is no longer (RFC 8484, 6). */
const MAX_ANSWER_BYTES = 65_535

/** A server that says nothing is none. */
const TIMEOUT_MS = 20_000

const MESSAGE = 'application/dns-message'
const JSON_TYPES = ['application/dns-json', 'application/json']

/** By what a server says when it knows the other form alone. */
const NOT_THIS_FORM = [400, 404, 405, 406, 415, 501]

/** The forms in which a server can be asked: RFC 8484, and JSON for servers that do not know it. */
export type DohForm = 'message' | 'json'

/**
 * Asks a server for the records of a name by DNS over HTTPS (RFC 8484, by GET, which needs no leave of the server's
 * CORS and can be cached on the way).
 *
 * @param url - https, or http on this machine; what is after it in braces (a URI template) is left out
 * @param type - of the records; TXT when left out
 * @param form - how to ask; without it first as RFC 8484 says, then as JSON
 * @returns what it says, and the form that it knows
 * @throws NoDnsRecordError, DnsError
 */
export async function dohLookup (
  url: string,
  domain: string,
  { signal, type = 'TXT', form }: { signal: AbortSignal; type?: RecordType; form?: DohForm }
): Promise<{ answer: RecordsAnswer; form: DohForm }> {
  const base = url.replace(/\{.*$/, '')

  if (form !== 'json') {
    const response = await get(base, { dns: base64url.baseEncode(writeDnsQuery(domain, type)) }, MESSAGE, signal)

    if (response.status === 200 && response.type === MESSAGE) {
      return { answer: recordsAnswer(readDnsMessage(response.bytes, type)), form: 'message' }
    }

    if (form === 'message' || (response.status !== 200 && !NOT_THIS_FORM.includes(response.status))) {
      throw unexpected(base, response)
    }
  }

  const response = await get(base, { name: domain, type }, JSON_TYPES[0], signal)

  if (response.status !== 200 || !JSON_TYPES.includes(response.type)) {
    throw unexpected(base, response)
  }

  return { answer: recordsAnswer(readDnsJson(new TextDecoder().decode(response.bytes), type)), form: 'json' }
}

interface DohResponse {
  status: number
  type: string
  bytes: Uint8Array
}

async function get (
  base: string,
  params: Record<string, string>,
  accept: string,
  signal: AbortSignal
): Promise<DohResponse> {
  const url = new URL(base)
  Object.entries(params).forEach(([name, value]) => {
    url.searchParams.set(name, value)
  })

  try {
    // a redirect could lead to plain http
    const response = await fetchDirect(url, {
      headers: { Accept: accept },
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: timeLimit(TIMEOUT_MS, signal)
    })
    const type = (response.headers.get('content-type') ?? '').split(';')[0].trim().toLowerCase()
    return { status: response.status, type, bytes: await bodyBytes(response) }
  } catch (err) {
    signal.throwIfAborted()
    throw isError(err, DnsError)
      ? err
      : new DnsError(`no answer from ${JSON.stringify(base)}: ${errorMessage(err)}`)
  }
}

async function bodyBytes ({ body }: Response): Promise<Uint8Array> {
  return body == null
    ? new Uint8Array()
    : await toBytes(streamChunks(body), {
      maxBytes: MAX_ANSWER_BYTES,
      tooLarge: () => new DnsError('the answer is too long')
    })
}

function unexpected (base: string, { status, type }: DohResponse): DnsError {
  return new DnsError(
    status === 200
      ? `unexpected Content-Type ${JSON.stringify(type)} from ${JSON.stringify(base)}`
      : `HTTP error: ${status} from ${JSON.stringify(base)}`
  )
}

function recordsAnswer ({ rcode, records }: DnsAnswer): RecordsAnswer {
  if (rcode !== RCODE_OK && rcode !== RCODE_NO_NAME) {
    throw new DnsError(`the server could not answer (RCODE ${rcode})`)
  }

  if (records.length === 0) {
    throw new NoDnsRecordError()
  }

  return { texts: records.map(({ text }) => text), ttlSecs: Math.min(...records.map(({ ttlSecs }) => ttlSecs)) }
}
