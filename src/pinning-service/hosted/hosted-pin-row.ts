import { Key } from 'interface-datastore'
import type { HostedPin } from './hosted-pin.ts'

/** The key prefix of requests: one row each. */
export const HOSTED_PINS_PREFIX = '/pinning-service/requests/'

export function hostedPinKey (requestId: string): Key {
  return new Key(`${HOSTED_PINS_PREFIX}${requestId}`, false)
}

/** Returns the key prefix of the requests that need a CID: an empty row each. */
export function neededPrefix (cid: string): string {
  return `/pinning-service/needed/${cid}/`
}

export function neededKey (cid: string, requestId: string): Key {
  return new Key(`${neededPrefix(cid)}${requestId}`, false)
}

export function encodeHostedPin (pin: HostedPin): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(pin))
}

export function decodeHostedPin (row: Uint8Array): HostedPin {
  return JSON.parse(new TextDecoder().decode(row)) as HostedPin
}
