import { isPeerId } from '../../../cid/peer-id/parse-peer-id.ts'
import { isError } from '../../../errors/define-error.ts'
import { DnsError } from '../../../names/dns/dns-errors.ts'
import { isDomainName } from '../../../names/record/ipns-name.ts'
import { RoutingNotFoundError } from '../../../names/routing/record-outcome.ts'
import { NameNotResolvedError } from '../../../path/name-not-resolved-error.ts'
import { NameRecursionError } from '../../../path/name-recursion-error.ts'
import { RoutersUnavailableError } from '../../../retrieval/routers/routers-unavailable-error.ts'
import { UnresolvedNameError } from '../../errors/gateway-errors.ts'
import { isCidText } from '../../hosts/labels/subdomain-label.ts'

/** Explanation of an unresolvable name for users. */
export interface NameTrouble {
  /** status to answer with; Kubo answers 500, which would mean a bug */
  status: number
  /** reason and remedy, as plain text */
  advice: string
}

const NO_RECORD: NameTrouble = {
  status: 404,
  advice: 'No record of this name was found. The owner of its key has to publish one. If you know the CID of ' +
    'the content, use that.'
}

const NO_LINK: NameTrouble = {
  status: 404,
  advice: 'This domain has no DNSLink record, or several. Check for typos. The owner of the domain can add a ' +
    'TXT record named _dnslink.'
}

const NO_END: NameTrouble = {
  status: 404,
  advice: 'This domain points to a name for which no record was found.'
}

const LOOP: NameTrouble = {
  status: 400,
  advice: 'This name points to other names in an endless circle. Its owner can correct it.'
}

const NO_DNS: NameTrouble = {
  status: 502,
  advice: 'No DNS server could be reached for this domain. Browsers use DNS over HTTPS: set a server in the ' +
    'setting DNS.Resolvers, or try again later.'
}

const NO_ROUTER: NameTrouble = {
  status: 502,
  advice: 'The routers that resolve names could not be reached. Try again later. They are listed in the ' +
    'setting Routing.DelegatedRouters.'
}

const CONTENT: NameTrouble = {
  status: 400,
  advice: 'This is the CID of content, not the name of a key. Content is below /ipfs/.'
}

const NO_NAME: NameTrouble = {
  status: 400,
  advice: 'This is neither the name of a key nor a domain name. Check for typos.'
}

/** All explanations, as plain texts. */
export const NAME_ADVICE: readonly string[] = [NO_RECORD, NO_LINK, NO_END, LOOP, NO_DNS, NO_ROUTER, CONTENT, NO_NAME]
  .map((
    { advice }
  ) => advice)

/** Explains an error for users if a name lookup failed; undefined for other errors. */
export function nameTrouble (error: unknown): NameTrouble | undefined {
  const causes = causeChain(error)

  if (causes.some((err) => isError(err, NameRecursionError))) {
    return LOOP
  }

  if (causes.some((err) => isError(err, RoutingNotFoundError))) {
    return NO_RECORD
  }

  if (causes.some((err) => isError(err, RoutersUnavailableError))) {
    return NO_ROUTER
  }

  const root = causes.find((err) => err instanceof UnresolvedNameError)?.root

  if (root == null) {
    return undefined
  }

  if (!isCidText(root) && causes.some((err) => isError(err, DnsError))) {
    return NO_DNS
  }

  const nowhere = causes.find((err) => isError(err, NameNotResolvedError))

  switch (true) {
    case isPeerId(root):
      return NO_RECORD
    case isCidText(root):
      return CONTENT
    // The error of a DNS lookup is its cause.
    case nowhere != null && isDomainName(root):
      return nowhere.cause == null ? NO_END : NO_LINK
    default:
      return NO_NAME
  }
}

function causeChain (error: unknown): Error[] {
  return error instanceof Error ? [error, ...causeChain(error.cause)] : []
}
