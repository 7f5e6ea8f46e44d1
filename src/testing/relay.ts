import { generateKeyPair } from '@libp2p/crypto/keys'
import type { PrivateKey } from '@libp2p/interface'
import { openRelay } from '../relay/open-relay.ts'
import type { OpenedRelay } from '../relay/open-relay.ts'

export interface Relay {
  address: string
  /** base URL of its router */
  router: string
  privateKey: PrivateKey
  /** IDs of the peers that are connected to it now */
  peers: () => string[]
  stop: () => Promise<void>
  /** the same one once more, where it was */
  startAgain: () => Promise<void>
}

/** The relay and router of `npm run relay`, on the loopback, by WebSockets alone. */
export async function startRelay (): Promise<Relay> {
  const privateKey = await generateKeyPair('Ed25519')
  const start = async (port: number, httpPort: number): Promise<OpenedRelay> => await openRelay({ port, httpPort, host: '127.0.0.1', tls: undefined, announce: [], unlimited: false, privateKey })
  let relay = await start(0, 0)
  const { addresses: [address], httpPort } = relay

  return {
    address,
    router: `http://127.0.0.1:${httpPort}`,
    privateKey,
    peers: () => relay.peers(),
    stop: async () => { await relay.close() },
    startAgain: async () => { relay = await start(Number(/\/tcp\/(\d+)/.exec(address)?.[1]), httpPort) }
  }
}
