import { defineError } from '../../errors/define-error.ts'

/** The DNS has nothing of the kind under a name. */
export class NoDnsRecordError extends defineError('NoDnsRecordError') {
  constructor () {
    super('no such record')
  }
}

/** A question to the DNS that got no answer. */
export class DnsError extends defineError('DnsError') {}
