import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIPv6 } from 'node:net'
import type { AddressInfo } from 'node:net'

/**
 * Records by name, without the trailing dot. A TXT record is one string or several; a number is the RCODE of a failure.
 * An object has IP addresses, for A and AAAA records.
 */
export type Zone = Record<string, Array<string | string[]> | number | { addresses: string[] }>

export interface DohServerInit {
  zone: Zone
  ttlSecs?: number
  /** supported formats: RFC 8484 messages, JSON, or neither */
  forms?: Array<'message' | 'json'>
  /** answers instead of the server */
  intercept?: (request: IncomingMessage, response: ServerResponse) => boolean
}

/** A server of DNS over HTTPS on loopback, without TLS. */
export interface DohServer {
  url: string
  /** names of the queries, with the format */
  asked: string[]
  /** types of the queries for IP addresses, `A` and `AAAA` */
  askedTypes: string[]
  close: () => Promise<void>
}

const TYPES: Record<string, number> = { A: 1, TXT: 16, AAAA: 28 }
const NXDOMAIN = 3

function recordsOf (found: DohServerInit['zone'][string], type: number): ReadonlyArray<string | string[]> {
  if (typeof found === 'number') {
    return []
  }
  return 'addresses' in found
    ? found.addresses.filter((address) => (isIPv6(address) ? TYPES.AAAA : TYPES.A) === type)
    : found
}

export async function startDohServer (
  { zone, ttlSecs = 60, forms = ['message'], intercept }: DohServerInit
): Promise<DohServer> {
  const asked: string[] = []
  const askedTypes: string[] = []

  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const dns = searchParams.get('dns')
    const form = dns == null ? 'json' : 'message'

    response.setHeader('access-control-allow-origin', '*') // pages query it

    if (intercept?.(request, response) === true) {
      return
    }

    if (request.method !== 'GET' || !forms.includes(form)) {
      response.writeHead(400).end('unknown form')
      return
    }

    const query = dns == null ? undefined : Buffer.from(dns, 'base64url')
    const name = (query == null ? searchParams.get('name') ?? '' : questionName(query)).replace(/\.$/, '')
    const found = zone[name] ?? NXDOMAIN
    const type = query == null ? Number(TYPES[searchParams.get('type') ?? 'TXT']) : query.readUInt16BE(query.length - 4)
    const records = recordsOf(found, type)
    const rcode = typeof found === 'number' ? found : 0
    asked.push(`${form} ${name}`)

    if (type !== TYPES.TXT) {
      askedTypes.push(type === TYPES.A ? 'A' : 'AAAA')
    }

    if (query == null) {
      response.setHeader('content-type', 'application/dns-json')
      response.end(
        JSON.stringify({
          Status: rcode,
          Answer: [
            { name, type: 5, TTL: 1, data: 'alias.' },
            ...records.map((record) => ({
              name,
              type,
              TTL: ttlSecs,
              data: type === TYPES.TXT
                ? [record].flat().map((text) => JSON.stringify(text)).join(' ')
                : record
            }))
          ]
        })
      )
    } else {
      response.setHeader('content-type', 'application/dns-message')
      response.end(
        encodeAnswer(
          query,
          rcode,
          type,
          records.map((record) => type === TYPES.TXT ? strings([record].flat()) : ipBytes(String(record))),
          ttlSecs
        )
      )
    }
  })

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/dns-query`,
    asked,
    askedTypes,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}

function questionName (query: Buffer): string {
  const labels: string[] = []

  for (let at = 12; query[at] > 0; at += 1 + query[at]) {
    labels.push(query.toString('utf8', at + 1, at + 1 + query[at]))
  }

  return labels.join('.')
}

/**
 * Encodes an answer: the question, an irrelevant alias, and the records; their names are pointers to that of the
 * question.
 */
function encodeAnswer (query: Buffer, rcode: number, type: number, records: Buffer[], ttlSecs: number): Buffer {
  const header = Buffer.from(query.subarray(0, 12))
  header.writeUInt16BE(0x8180 | rcode, 2)
  header.writeUInt16BE(records.length + 1, 6)
  const parts = [header, query.subarray(12), encodeRecord(5, 1, Buffer.from([1, 0x61, 0]))]
  return Buffer.concat([...parts, ...records.map((data) => encodeRecord(type, ttlSecs, data))])
}

function strings (texts: string[]): Buffer {
  return Buffer.concat(texts.map((text) => Buffer.concat([Buffer.from([Buffer.byteLength(text)]), Buffer.from(text)])))
}

/** Encodes an IP address; IPv6 without `::`. */
function ipBytes (address: string): Buffer {
  return isIPv6(address)
    ? Buffer.from(address.split(':').map((part) => part.padStart(4, '0')).join(''), 'hex')
    : Buffer.from(address.split('.').map(Number))
}

function encodeRecord (type: number, ttlSecs: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(ttlSecs, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}
