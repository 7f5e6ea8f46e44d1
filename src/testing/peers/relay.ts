import { generateKeyPair } from '@libp2p/crypto/keys'
import type { PrivateKey } from '@libp2p/interface'
import { openRelay } from '../../relay/open-relay.ts'
import type { OpenedRelay } from '../../relay/open-relay.ts'

export interface Relay {
  address: string
  /** base URL of its router */
  router: string
  privateKey: PrivateKey
  /** IDs of the connected peers */
  peers: () => string[]
  stop: () => Promise<void>
  /** restarts it at its address */
  startAgain: () => Promise<void>
}

/** Starts the relay and router of `npm run relay`, on loopback, by WebSockets only. */
export async function startRelay (): Promise<Relay> {
  const privateKey = await generateKeyPair('Ed25519')
  const start = async (port: number, httpPort: number): Promise<OpenedRelay> =>
    await openRelay({ port, httpPort, host: '127.0.0.1', tls: undefined, announce: [], unlimited: false, privateKey })
  let relay = await start(0, 0)
  const { addresses: [address], httpPort } = relay

  return {
    address,
    router: `http://127.0.0.1:${httpPort}`,
    privateKey,
    peers: () => relay.peers(),
    stop: async () => {
      await relay.close()
    },
    startAgain: async () => {
      relay = await start(Number(/\/tcp\/(\d+)/.exec(address)?.[1]), httpPort)
    }
  }
}
