import type { Incoming } from '../../request/request.ts'
import { normalHost } from '../labels/normal-host.ts'
import { stripPort } from '../labels/strip-port.ts'
import { belowRoot } from './below-root.ts'

/** Maps a request to a DNSLink domain: its path is below that name, and its origin serves only this content. */
export function onDnslinkHost (rq: Incoming, host: string): Incoming {
  return {
    ...rq,
    path: `/ipns/${stripPort(normalHost(host))}${belowRoot(rq.sentPath)}`,
    gatewayUrl: `//${host}`,
    originIsolated: true
  }
}
