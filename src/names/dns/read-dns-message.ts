import { RECORD_TYPES } from './dns-answer.ts'
import type { DnsAnswer, RecordType } from './dns-answer.ts'
import { DnsError } from './dns-errors.ts'

const HEADER_BYTES = 12
const POINTER = 0xc0

/**
 * Parses the records of one type from a DNS message in wire format (RFC 1035, 4). Concatenates the strings of a TXT
 * record.
 *
 * @throws DnsError
 */
export function readDnsMessage (bytes: Uint8Array, wanted: RecordType = 'TXT'): DnsAnswer {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = HEADER_BYTES

  /** Skips a name. Names of records are ignored: the answer ends with the records of the last alias. */
  function skipName (): void {
    for (let length = bytes[at++]; length !== 0; length = bytes[at++]) {
      if (length === undefined || (length & POINTER) === POINTER) {
        at++
        return
      }

      at += length
    }
  }

  try {
    const records: DnsAnswer['records'] = []
    const [questions, answers] = [view.getUint16(4), view.getUint16(6)]

    for (let i = 0; i < questions; i++) {
      skipName()
      at += 4
    }

    for (let i = 0; i < answers; i++) {
      skipName()
      const [type, ttlSecs, length] = [view.getUint16(at), view.getUint32(at + 4), view.getUint16(at + 8)]
      at += 10

      if (type === RECORD_TYPES[wanted]) {
        records.push({
          text: wanted === 'TXT' ? readStrings(bytes, at, at + length) : ipAddress(view, at, length),
          ttlSecs
        })
      }

      at += length
    }

    return { rcode: view.getUint8(3) & 0x0f, records }
  } catch {
    throw new DnsError('the answer is no DNS message')
  }
}

function ipAddress (view: DataView, at: number, length: number): string {
  switch (length) {
    case 4:
      return Array.from({ length: 4 }, (_, i) => view.getUint8(at + i)).join('.')
    case 16:
      return Array.from({ length: 8 }, (_, i) => view.getUint16(at + 2 * i).toString(16)).join(':')
    default:
      throw new RangeError('no IP address')
  }
}

function readStrings (bytes: Uint8Array, start: number, end: number): string {
  const parts: number[] = []

  if (end > bytes.length) {
    throw new RangeError('cut')
  }

  for (let at = start; at < end; at += 1 + bytes[at]) {
    parts.push(...bytes.subarray(at + 1, Math.min(at + 1 + bytes[at], end)))
  }

  return new TextDecoder().decode(Uint8Array.from(parts))
}
