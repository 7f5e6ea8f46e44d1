import { string } from '../schema/primitives.ts'
import type { Schema } from '../schema/schema.ts'
import { isPrivateUrl } from './is-private-url.ts'

/** Stands for what the network's operators recommend, empty for what the system does. */
const WORDS = ['auto', '']

/**
 * URLs that DNS over HTTPS is spoken to at, by the domain that they are asked for: `.` for all, `eth.` for names below
 * it (boxo `gateway/dns.go`). Plain http is for this machine alone: what is asked and answered could be read and
 * changed elsewhere.
 */
export const dnsResolvers: Schema = {
  kind: 'map',
  go: 'map[string]string',
  // what is asked of one resolver is not for another: in place of a bad one there is none
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
