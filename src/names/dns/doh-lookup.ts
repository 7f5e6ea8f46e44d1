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

/** The maximum size of a DNS message (RFC 8484, 6). */
const MAX_ANSWER_BYTES = 65_535

/** Timeout of a request to a server. */
const TIMEOUT_MS = 20_000

const MESSAGE = 'application/dns-message'
const JSON_TYPES = ['application/dns-json', 'application/json']

/** Statuses of servers that support only the other form. */
const NOT_THIS_FORM = [400, 404, 405, 406, 415, 501]

/** The forms of a query: a DNS message (RFC 8484), or JSON for servers that do not support RFC 8484. */
export type DohForm = 'message' | 'json'

/**
 * Queries the records of a name with DNS over HTTPS (RFC 8484). Uses GET, which needs no CORS preflight and can be
 * cached.
 *
 * @param url - https, or http on this machine; a URI template in braces at its end is ignored
 * @param type - the record type; TXT by default
 * @param form - the form of the query; by default RFC 8484 first, then JSON
 * @returns the answer, and the form that the server supports
 * @throws NoDnsRecordError, DnsError
 */
export async function dohLookup (
  url: string,
  domain: string,
  { signal, type = 'TXT', form }: { signal: AbortSignal; type?: RecordType; form?: DohForm }
): Promise<{ answer: RecordsAnswer; form: DohForm }> {
  const base = url.replace(/\{.*$/, '')

  if (form !== 'json') {
    const response = await fetchDoh(base, { dns: base64url.baseEncode(writeDnsQuery(domain, type)) }, MESSAGE, signal)

    if (response.status === 200 && response.type === MESSAGE) {
      return { answer: recordsAnswer(readDnsMessage(response.bytes, type)), form: 'message' }
    }

    if (form === 'message' || (response.status !== 200 && !NOT_THIS_FORM.includes(response.status))) {
      throw unexpectedResponse(base, response)
    }
  }

  const response = await fetchDoh(base, { name: domain, type }, JSON_TYPES[0], signal)

  if (response.status !== 200 || !JSON_TYPES.includes(response.type)) {
    throw unexpectedResponse(base, response)
  }

  return { answer: recordsAnswer(readDnsJson(new TextDecoder().decode(response.bytes), type)), form: 'json' }
}

interface DohResponse {
  status: number
  type: string
  bytes: Uint8Array
}

async function fetchDoh (
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
    // a redirect could lead to plain HTTP
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

function unexpectedResponse (base: string, { status, type }: DohResponse): DnsError {
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
