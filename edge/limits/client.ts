import { base16 } from 'multiformats/bases/base16'
import { hashSync } from '../../src/cid/hash/hash.ts'
import type { Admission } from '../admission/admit.ts'
import { addressGroup } from '../peer/door/address-group.ts'
import { clientAddress } from '../peer/door/client-address.ts'

/** Bytes of an address that metrics and logs show. */
const SHORT_V4 = 3
const SHORT_V6 = 3

/** Longest text of an address. */
const MAX_ADDRESS_LENGTH = 45

/** Characters of the hash that identifies a secret. */
const KEY_CHARS = 16

/** The client of a request, as limits and metrics see it. */
export interface Client {
  limit: 'address' | 'token'
  /** identifies it in the memory of a worker; never shown */
  key: string
  /** its name in metrics and logs: a shortened address, or the kind of its authorization */
  label: string
}

/**
 * Returns the client of a request: the authorization if it has one, otherwise the address. Undefined for loopback,
 * which is not limited.
 */
export function clientOf (
  request: Request,
  admission: Admission | { by: 'everybody' }
): Client | undefined {
  if ('by' in admission && admission.by !== 'everybody' && admission.by !== 'peer') {
    const header = request.headers.get('authorization') ?? ''
    const { digest } = hashSync(new TextEncoder().encode(header))
    const key = base16.baseEncode(digest).slice(0, KEY_CHARS)
    return { limit: 'token', key: `${admission.by} ${key}`, label: admission.by }
  }

  const address = clientAddress(request).slice(0, MAX_ADDRESS_LENGTH)
  const key = groupOf(address)
  return key == null ? undefined : { limit: 'address', key, label: shortAddress(address) }
}

/** Returns an address without its last part: `203.0.113.0/24`, or `2001:db8:1::/48`. */
export function shortAddress (address: string): string {
  if (!address.includes(':')) {
    return /^\d+\.\d+\.\d+\.\d+$/.test(address)
      ? `${address.split('.').slice(0, SHORT_V4).join('.')}.0/24`
      : 'unknown'
  }

  const [before, after = ''] = address.toLowerCase().split('::')
  const first = before === '' ? [] : before.split(':')
  const last = after === '' ? [] : after.split(':')
  const zeros = address.includes('::') ? Math.max(0, 8 - first.length - last.length) : 0
  const groups = [...first, ...Array.from({ length: zeros }, () => '0'), ...last]
  return `${groups.slice(0, SHORT_V6).map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/48`
}

/** Returns the common part of the addresses of one client, or the text of an invalid address. */
function groupOf (address: string): string | undefined {
  try {
    return addressGroup(address)
  } catch {
    return address
  }
}
