import { goQuote } from '../../../go/text/quote.ts'
import { StatusError } from '../../errors/gateway-errors.ts'
import { MAX_LABEL_CHARS } from './subdomain-label.ts'

/**
 * Writes a domain name as one label, as wildcard certificates for `*.ipns.host` require: `en.wikipedia-on-ipfs.org`
 * becomes `en-wikipedia--on--ipfs-org` (specs.ipfs.tech/http-gateways/subdomain-gateway, "Host").
 *
 * @throws StatusError 400 if the label is too long, with boxo's message
 */
export function inlineDnslink (domain: string): string {
  const label = domain.replaceAll('-', '--').replaceAll('.', '-')

  if (label.length > MAX_LABEL_CHARS) {
    throw new StatusError(
      400,
      `inlined DNSLink incompatible with DNS label length limit of ${MAX_LABEL_CHARS}: ${goQuote(label)}`
    )
  }

  return label
}
