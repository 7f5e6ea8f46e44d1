import { parseCid } from '../../cid/text/parse-cid.ts'
import { isError } from '../../errors/define-error.ts'
import { goQuote } from '../../go/text/quote.ts'
import { parsePath } from '../../path/content-path.ts'
import type { ContentPath } from '../../path/content-path.ts'
import { NameNotResolvedError } from '../../path/name-not-resolved-error.ts'
import type { LookupDnslink } from '../resolve/name-resolver.ts'
import { NoDnsRecordError } from './dns-errors.ts'
import type { DnsResolver } from './dns-resolver.ts'

const PREFIX = 'dnslink='
const FAILED = 'could not resolve name'
const MISSING = `${FAILED}: DNSLink lookup could not find a TXT record (https://docs.ipfs.tech/concepts/dnslink/)`
const SEVERAL =
  `${FAILED}: DNSLink lookup returned more than one IPFS content path; ask domain owner to remove duplicate TXT records`

/**
 * Resolves DNSLink: finds the only content path among the TXT records of `_dnslink.NAME` (dnslink.dev; boxo
 * `namesys/dns_resolver.go`).
 */
export function dnslink (txt: DnsResolver): LookupDnslink {
  return async (domain, options) => {
    const fqdn = domain.endsWith('.') ? domain : `${domain}.`

    try {
      const { texts, ttlMs } = await txt.lookup(`_dnslink.${fqdn}`, options)
      const paths = texts.flatMap(linkedPath)

      if (paths.length !== 1) {
        throw new Error(paths.length === 0 ? MISSING : SEVERAL)
      }

      return { path: paths[0], ttlMs }
    } catch (err) {
      options.signal.throwIfAborted()
      throw new NameNotResolvedError(
        `DNSLink lookup for ${goQuote(fqdn)} failed: ${
          isError(err, NoDnsRecordError) ? MISSING : (err as Error).message
        }`,
        { cause: err }
      )
    }
  }
}

/**
 * Returns the content paths of a TXT record. Accepts bare paths and CIDs too, the old form of a DNSLink. TXT records
 * with any other text are ignored.
 */
function linkedPath (text: string): ContentPath[] {
  const path = asPath(text) ?? (text.startsWith(PREFIX) ? asPath(text.slice(PREFIX.length)) : undefined)
  return path == null || path.namespace === 'ipld' ? [] : [path]
}

function asPath (text: string): ContentPath | undefined {
  for (const parse of [() => parsePath(text), () => parsePath(`/ipfs/${parseCid(text)}`)]) {
    try {
      return parse()
    } catch {}
  }

  return undefined
}
