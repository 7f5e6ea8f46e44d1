/** The records of one type of a name. */
export interface RecordsAnswer {
  /** TXT: its strings as one text; A and AAAA: the IP address */
  texts: string[]
  /** for how long they may be kept, in seconds */
  ttlSecs: number
}

/** What a server of the DNS says. */
export interface DnsAnswer {
  /** 0 for "here it is", 3 for "there is no such name" (RFC 1035, 4.1.1) */
  rcode: number
  records: Array<{ text: string; ttlSecs: number }>
}

export const RCODE_OK = 0
export const RCODE_NO_NAME = 3
/** Types of records (RFC 1035, 3.2.2; RFC 3596). */
export const RECORD_TYPES = { A: 1, TXT: 16, AAAA: 28 } as const

export type RecordType = keyof typeof RECORD_TYPES
