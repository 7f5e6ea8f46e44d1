import type { Incoming } from '../request.ts'
import { belowRoot } from './below-root.ts'
import { normalHost } from './normal-host.ts'
import { stripPort } from './strip-port.ts'

/** A request to a domain name that has a link: its path is one below that name, and its origin has this content alone. */
export function onDnslinkHost (rq: Incoming, host: string): Incoming {
  return { ...rq, path: `/ipns/${stripPort(normalHost(host))}${belowRoot(rq.sentPath)}`, gatewayUrl: `//${host}`, originIsolated: true }
}
