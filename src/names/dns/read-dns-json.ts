import { RECORD_TYPES } from './dns-answer.ts'
import type { DnsAnswer, RecordType } from './dns-answer.ts'
import { DnsError } from './dns-errors.ts'

const STRING = /"((?:[^"\\]|\\.)*)"/gs
const BYTES = /(?:\\\d{3})+/g

/**
 * Reads the records of one type of an answer in the JSON form that public resolvers share (`Status`, `Answer: [{ type,
 * TTL, data }]`). @throws DnsError
 */
export function readDnsJson (text: string, wanted: RecordType = 'TXT'): DnsAnswer {
  try {
    const { Status, Answer } = JSON.parse(text) as {
      Status: number
      Answer?: Array<{ type: number; TTL: number; data: string }>
    }

    return {
      rcode: Number(Status),
      records: (Answer ?? []).filter(({ type }) => type === RECORD_TYPES[wanted]).map(({ TTL, data }) => ({
        text: unquoted(data),
        ttlSecs: Number(TTL) || 0
      }))
    }
  } catch {
    throw new DnsError('the answer is no JSON of the DNS')
  }
}

/** Strings as in a zone file, one or several of them; some servers give the text as it is. */
function unquoted (data: string): string {
  return data.startsWith('"') ? [...data.matchAll(STRING)].map(([, string]) => unescaped(string)).join('') : data
}

/** Bytes beyond ASCII stand as three decimal digits each (RFC 1035, 5.1). */
function unescaped (string: string): string {
  return string.replace(
    BYTES,
    (bytes) => new TextDecoder().decode(Uint8Array.from(bytes.match(/\d{3}/g) ?? [], Number))
  ).replace(/\\(.)/gs, '$1')
}
