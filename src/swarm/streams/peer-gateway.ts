import type { ByteDuplex } from '../../bytes/byte-duplex.ts'
import type { LazySwarm } from '../lazy-swarm.ts'
import type { PeerStream } from '../swarm.ts'
import { pipeBothWays } from './pipe-both-ways.ts'

/** The protocol of HTTP over libp2p (github.com/libp2p/specs/tree/master/http). */
export const HTTP_PROTOCOL = '/http/1.1'

/** The resource that lists the protocols which a peer serves over HTTP, with their paths. */
export const WELL_KNOWN_PROTOCOLS = '/.well-known/libp2p/protocols'

/** The protocol ID of the trustless gateway in that list (Kubo `cmd/ipfs/kubo/daemon.go`). */
export const GATEWAY_PROTOCOL = '/ipfs/gateway'

/** Serves a gateway to the peers of a node, for as long as the node runs. */
export type PeerGateway = (swarm: LazySwarm) => void

/**
 * Serves a gateway to the peers of every swarm of a node. A stream that ends early is no error.
 *
 * @param serve - returns the duplex that takes the requests of a stream and returns the responses; throws if too many
 *   streams are open
 */
export function servePeerGateway (
  swarm: LazySwarm,
  serve: (stream: PeerStream) => ByteDuplex,
  warn: (problem: string) => void
): void {
  swarm.watch((opened) => {
    opened.handleStreams(HTTP_PROTOCOL, (stream) => {
      try {
        pipeBothWays(serve(stream), stream).catch(() => {})
      } catch (err) {
        stream.abort(err as Error)
      }
    }).catch((err: Error) => {
      warn(`no gateway for peers: ${err.message}`)
    })
  })
}
