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

/**
 * Serves the trustless gateway on a stream of a peer.
 *
 * @returns the duplex that takes requests and returns responses
 * @throws an Error if too many streams are open
 */
export type PeerGateway = (stream: PeerStream) => ByteDuplex

/** Serves a gateway to the peers of every swarm of a node. A stream that ends early is no error. */
export function servePeerGateway (swarm: LazySwarm, serve: PeerGateway, warn: (problem: string) => void): void {
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
