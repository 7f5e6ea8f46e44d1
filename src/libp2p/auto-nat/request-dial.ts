import type { Connection } from '@libp2p/interface'
import { multiaddr } from '@multiformats/multiaddr'
import type { Multiaddr } from '@multiformats/multiaddr'
import { readFrame } from '../streams/read-frame.ts'
import { withStream } from '../streams/with-stream.ts'
import { AUTO_NAT, DIAL_STATUS, MAX_AUTO_NAT_BYTES } from './auto-nat-message.ts'
import type { DialVerdict } from './auto-nat-message.ts'
import { readAutoNatAnswer, writeAutoNatRequest } from './auto-nat-wire.ts'

/**
 * Asks a peer over AutoNAT v1 to dial this node at one address (go-libp2p `p2p/host/autonat/client.go`). The peer dials
 * only the IP address at which it observes this node, so its answer counts only if that is the IP of the address.
 *
 * @param self - ID of this node, as multihash
 * @throws the errors of the stream and the signal's reason; ProtobufError
 */
export async function requestDial (
  connection: Connection,
  self: Uint8Array,
  address: Multiaddr,
  { signal }: { signal: AbortSignal }
): Promise<DialVerdict> {
  const stream = await connection.newStream(AUTO_NAT, { signal })

  return await withStream(stream, signal, async () => {
    stream.send(writeAutoNatRequest({ id: self, addresses: [address.bytes] }))
    const answer = readAutoNatAnswer(await readFrame(stream, MAX_AUTO_NAT_BYTES))

    switch (answer.status) {
      // The peer may have used its observed address, which it tries in addition to the requested one.
      case DIAL_STATUS.ok:
        return answer.address != null && multiaddr(answer.address).equals(address) ? 'reached' : 'unsaid'
      case DIAL_STATUS.dialError:
        return 'failed'
      default:
        return 'unsaid'
    }
  })
}
