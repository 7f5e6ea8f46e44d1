/** The records of one type of a domain name. */
export interface RecordsAnswer {
  /** TXT: the strings of a record, concatenated; A and AAAA: the IP address */
  texts: string[]
  /** how long the records may be cached, in seconds */
  ttlSecs: number
}

/** A decoded DNS response. */
export interface DnsAnswer {
  /** response code: 0 for success, 3 for a name that does not exist (RFC 1035, 4.1.1) */
  rcode: number
  records: Array<{ text: string; ttlSecs: number }>
}

export const RCODE_OK = 0
export const RCODE_NO_NAME = 3
/** Record type numbers (RFC 1035, 3.2.2; RFC 3596). */
export const RECORD_TYPES = { A: 1, TXT: 16, AAAA: 28 } as const

export type RecordType = keyof typeof RECORD_TYPES
