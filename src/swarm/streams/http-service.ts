import type { ByteDuplex } from '../../bytes/byte-duplex.ts'
import type { PeerStream } from '../swarm.ts'

/**
 * Serves HTTP/1.1 on a stream of a peer.
 *
 * @param root - the content at the root path, `/ipfs/CID` or `/ipns/NAME`; if empty, all content at its paths
 * @returns the duplex that takes requests and returns responses
 * @throws an Error if too many streams are open
 */
export type HttpService = (stream: PeerStream, root: string) => ByteDuplex
