import { RECORD_TYPES } from './dns-answer.ts'
import type { RecordType } from './dns-answer.ts'

const CLASS_IN = 1
const RECURSION_DESIRED = 0x0100
const MAX_LABEL_BYTES = 63

/**
 * Encodes a query for the records of a name (RFC 1035, 4.1). Its ID is 0, so that equal queries share a cache entry
 * (RFC 8484, 4.1).
 *
 * The package @multiformats/dns is not used: its codec of all record types is ten times as much code, and its answers
 * mix TXT records that have several strings.
 *
 * @throws an Error if a label of the name is too long
 */
export function writeDnsQuery (domain: string, type: RecordType = 'TXT'): Uint8Array {
  const labels = domain.replace(/\.$/, '').split('.').map((label) => new TextEncoder().encode(label))

  if (labels.some(({ length }) => length === 0 || length > MAX_LABEL_BYTES)) {
    throw new Error('bad domain name')
  }

  const header = [0, 0, RECURSION_DESIRED >> 8, RECURSION_DESIRED & 0xff, 0, 1, 0, 0, 0, 0, 0, 0]
  return Uint8Array.from([
    ...header,
    ...labels.flatMap((label) => [label.length, ...label]),
    0,
    0,
    RECORD_TYPES[type],
    0,
    CLASS_IN
  ])
}
