import type { IncomingMessage } from 'node:http'

/** Go's `httpguts.ValidHostHeader` */
const VALID = /^[!$%&'()*+,\-.:;=[\]_~a-z0-9]*$/i

/** Returns the error of an invalid `Host` header, in the words of Go's server; undefined for a valid one. */
export function badHost ({ rawHeaders, headers: { host = '' } }: IncomingMessage): string | undefined {
  if (rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length > 1) {
    return 'too many Host headers'
  }

  return VALID.test(host) ? undefined : 'malformed Host header'
}
