import { noise } from '@libp2p/noise'
import { tcp } from '@libp2p/tcp'
import { yamux } from '@libp2p/yamux'
import { createLibp2p } from 'libp2p'
import type { Libp2p, Libp2pOptions } from 'libp2p'

/**
 * Starts a plain libp2p host, which is no node of this project: TCP, Noise and yamux, and loopback addresses.
 *
 * @param options.listen - addresses; without any it only dials
 * @param options.services - none by default, so that it does not identify itself
 */
export async function startForeignPeer (
  { listen = [], services }: { listen?: string[]; services?: Libp2pOptions['services'] } = {}
): Promise<Libp2p> {
  return await createLibp2p({
    addresses: { listen },
    transports: [tcp()],
    connectionEncrypters: [noise()],
    streamMuxers: [yamux()],
    connectionGater: { denyDialMultiaddr: () => false },
    services
  }) as Libp2p
}
