/** What a record says; what it does not say, or says in a form that nobody can read, is undefined. */
export interface RecordFields {
  /** the content path that it leads to */
  value: string | undefined
  /** 0 for "until `validity`", the only one there is */
  validityType: bigint | undefined
  /** until when it holds */
  validity: { secs: bigint; nsecs: number } | undefined
  /** how many times the value has changed */
  sequence: bigint | undefined
  /** for how long others may use it without asking again, in nanoseconds */
  ttlNs: bigint | undefined
  /** which signatures it carries: V1+V2 can be read by nodes before 2021 too */
  signatureType: 'V1+V2' | 'V2'
}
