import { Key } from 'interface-datastore'
import type { HostedPin } from './hosted-pin.ts'

/** Below it a row a request. */
export const HOSTED_PINS_PREFIX = '/pinning-service/requests/'

export function hostedPinKey (requestId: string): Key {
  return new Key(`${HOSTED_PINS_PREFIX}${requestId}`, false)
}

/** Below it an empty row for each request that a CID is pinned for. */
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
