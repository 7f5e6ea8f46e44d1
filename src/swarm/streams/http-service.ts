import type { ByteDuplex } from '../../bytes/byte-duplex.ts'
import type { PeerStream } from './peer-stream.ts'

/**
 * Answers a stream of a peer that speaks HTTP/1.1.
 *
 * @param root - the content that lies at the top, `/ipfs/CID` or `/ipns/NAME`; all of them at their paths where it is empty
 * @returns the end that takes requests and gives answers
 * @throws an Error when too many are answered already
 */
export type HttpService = (stream: PeerStream, root: string) => ByteDuplex
