import { defineError } from '../../errors/define-error.ts'

/** The name has no DNS records of the requested type. */
export class NoDnsRecordError extends defineError('NoDnsRecordError') {
  constructor () {
    super('no such record')
  }
}

/** A DNS query that failed. */
export class DnsError extends defineError('DnsError') {}
