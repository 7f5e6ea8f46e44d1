/** Bytes that are no record of a name, or one that must not be believed. The words are boxo's (`ipns/errors.go`). */
export class InvalidRecordError extends Error {
  static override name = 'InvalidRecordError'
  override name = 'InvalidRecordError'
}

/** A record whose time is over. */
export class ExpiredRecordError extends Error {
  static override name = 'ExpiredRecordError'
  override name = 'ExpiredRecordError'

  constructor () {
    super('record is expired')
  }
}

/** A better record of the name is known. The words are boxo's (`routing/offline`). */
export class OlderRecordError extends Error {
  static override name = 'OlderRecordError'
  override name = 'OlderRecordError'

  constructor () {
    super("can't replace a newer record with an older one")
  }
}
