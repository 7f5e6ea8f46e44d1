import { isPeerId } from '../../../cid/peer-id/parse-peer-id.ts'
import { isDomainName } from '../../../names/resolve/is-domain-name.ts'
import type { Incoming } from '../../request/request.ts'
import { isHostText } from '../labels/is-host-text.ts'
import { isIpAddress } from '../labels/is-ip-address.ts'
import { stripPort } from '../labels/strip-port.ts'

/**
 * Returns whether a host is a domain name with a DNSLink (boxo `hasDNSLinkRecord`). Does not look up IP addresses and
 * names of keys. A failed lookup counts as no link.
 */
export async function hasDnslink (
  { backend, life: { signal } }: Pick<Incoming, 'backend' | 'life'>,
  host: string
): Promise<boolean> {
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
