import { string } from '../schema/primitives.ts'
import type { Schema } from '../schema/schema.ts'
import { isPrivateUrl } from './is-private-url.ts'

/** `auto` means the recommendation of the network's operators, an empty string the resolver of the system. */
const WORDS = ['auto', '']

/**
 * URLs of DNS-over-HTTPS resolvers by domain: `.` for all names, `eth.` for names below it (boxo `gateway/dns.go`).
 * Plain http is allowed only on this machine: elsewhere questions and answers could be read and changed on the way.
 */
export const dnsResolvers: Schema = {
  kind: 'map',
  go: 'map[string]string',
  // Questions for one resolver must not go to another: an invalid one is replaced by none.
  item: { ...string, instead: '' },

  checkEntry (domain, url) {
    if (!domain.endsWith('.')) {
      return 'is for no domain: its name must end with a dot'
    }

    return WORDS.includes(url as string) || isDohUrl(url as string)
      ? undefined
      : 'is no URL of DNS over HTTPS: it must begin with https://, or with http:// on this machine'
  }
}

function isDohUrl (text: string): boolean {
  try {
    return isPrivateUrl(new URL(text))
  } catch {
    return false
  }
}
