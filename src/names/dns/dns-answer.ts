/** The TXT records of a name. */
export interface TxtAnswer {
  texts: string[]
  /** for how long they may be kept, in seconds */
  ttlSecs: number
}

/** What a server of the DNS says. */
export interface DnsAnswer {
  /** 0 for "here it is", 3 for "there is no such name" (RFC 1035, 4.1.1) */
  rcode: number
  records: Array<{ text: string, ttlSecs: number }>
}

export const RCODE_OK = 0
export const RCODE_NO_NAME = 3
export const TYPE_TXT = 16
