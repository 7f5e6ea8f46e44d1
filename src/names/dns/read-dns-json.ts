import { RECORD_TYPES } from './dns-answer.ts'
import type { DnsAnswer, RecordType } from './dns-answer.ts'
import { DnsError } from './dns-errors.ts'

const STRING = /"((?:[^"\\]|\\.)*)"/gs
const BYTES = /(?:\\\d{3})+/g

/**
 * Parses the records of one type from a JSON answer, in the form that public resolvers share (`Status`, `Answer: [{
 * type, TTL, data }]`).
 *
 * @throws DnsError
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
        text: unquoteText(data),
        ttlSecs: Number(TTL) || 0
      }))
    }
  } catch {
    throw new DnsError('the answer is no JSON of the DNS')
  }
}

/** Removes the quotes of one or several zone file strings. Some servers send the text without quotes. */
function unquoteText (data: string): string {
  return data.startsWith('"') ? [...data.matchAll(STRING)].map(([, string]) => unescapeText(string)).join('') : data
}

/** Decodes the escapes of a zone file string. Bytes beyond ASCII are three decimal digits each (RFC 1035, 5.1). */
function unescapeText (string: string): string {
  return string.replace(
    BYTES,
    (bytes) => new TextDecoder().decode(Uint8Array.from(bytes.match(/\d{3}/g) ?? [], Number))
  ).replace(/\\(.)/gs, '$1')
}
