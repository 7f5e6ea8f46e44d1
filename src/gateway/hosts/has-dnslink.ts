import { isPeerId } from '../../cid/peer-id/is-peer-id.ts'
import { isDomainName } from '../../names/is-domain-name.ts'
import type { Incoming } from '../request.ts'
import { isHostText } from './is-host-text.ts'
import { isIpAddress } from './is-ip-address.ts'
import { stripPort } from './strip-port.ts'

/**
 * Whether a host is a domain name that has a link (boxo `hasDNSLinkRecord`). Addresses and names of keys are not asked for; where
 * the DNS does not answer there is none.
 */
export async function hasDnslink ({ backend, life: { signal } }: Pick<Incoming, 'backend' | 'life'>, host: string): Promise<boolean> {
  const domain = stripPort(host)

  if (!isHostText(host) || isIpAddress(domain) || isPeerId(domain) || !isDomainName(domain)) {
    return false
  }

  try {
    await backend.dnslink(domain, { signal })
    return true
  } catch {
    signal.throwIfAborted()
    return false
  }
}
