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
  advice: 'No record is known here that says where this name of a key leads. Who has the key has to publish one ' +
    'and bring it here (name/publish, name/put); or its content may be known to you by its CID.'
}

const NO_LINK: NameTrouble = {
  status: 404,
  advice: 'This domain has no DNSLink, which is a TXT record of _dnslink and its name that says dnslink=/ipfs/…, ' +
    'or it has several. Is the name written right? Who has the domain can add the record.'
}

const NO_END: NameTrouble = {
  status: 404,
  advice: 'This domain leads to another name, and that to nothing: no record is known of it here. Who has the ' +
    'domain can say more.'
}

const LOOP: NameTrouble = {
  status: 400,
  advice: 'This name leads to other names, and those to others without end: they lead in a circle. Who has the ' +
    'name can set it right.'
}

const NO_DNS: NameTrouble = {
  status: 502,
  advice: 'The DNS could not be asked for this domain. A browser can ask servers of DNS over HTTPS alone, those ' +
    'that the setting DNS.Resolvers names: set one, or try again later if there is one.'
}

const NO_ROUTER: NameTrouble = {
  status: 502,
  advice: 'The delegated routers that know where names of keys lead could not be asked. Try again later; the ' +
    'setting Routing.DelegatedRouters says who is asked.'
}

const CONTENT: NameTrouble = {
  status: 400,
  advice: 'This is the CID of a content and not the name of a key: contents are below /ipfs/.'
}

const NO_NAME: NameTrouble = {
  status: 400,
  advice: 'This is neither the name of a key nor that of a domain. Is a part of it missing?'
}

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
