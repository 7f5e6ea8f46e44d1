/** The DNS has nothing of the kind under a name. */
export class NoDnsRecordError extends Error {
  static override name = 'NoDnsRecordError'
  override name = 'NoDnsRecordError'

  constructor () {
    super('no such record')
  }
}

/** A question to the DNS that got no answer. */
export class DnsError extends Error {
  static override name = 'DnsError'
  override name = 'DnsError'
}
