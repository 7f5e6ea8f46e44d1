import { identify } from '@libp2p/identify'
import { noise } from '@libp2p/noise'
import { tcp } from '@libp2p/tcp'
import { yamux } from '@libp2p/yamux'
import { multiaddr } from '@multiformats/multiaddr'
import { createLibp2p } from 'libp2p'
import { expect, test } from 'vitest'
import { startSwarmNode } from '../testing/peers/swarm-node.ts'

/** libp2p pings each peer every ten seconds, with a timeout of five. */
const BUSY_MS = 8000
const ASKED_TWICE_MS = 22_000

test('a peer on a saturated line that answers seconds later is not disconnected', async () => {
  const served = await startSwarmNode()
  const peer = await createLibp2p({
    transports: [tcp()],
    connectionEncrypters: [noise()],
    streamMuxers: [yamux()],
    connectionMonitor: { enabled: false },
    services: { identify: identify() }
  })
  let asked = 0

  try {
    await peer.handle('/ipfs/ping/1.0.0', async (stream) => {
      asked++
      await new Promise((resolve) => setTimeout(resolve, BUSY_MS))
      for await (const chunk of stream) {
        stream.send(chunk)
      }
    })

    await peer.start()
    const connection = await peer.dial(
      served.addresses.map((address) => multiaddr(address)).find((address) => !String(address).includes('/ws'))!
    )
    await new Promise((resolve) => setTimeout(resolve, ASKED_TWICE_MS))
    expect(asked).toBeGreaterThan(0)
    expect(connection.status).toBe('open')
    expect((await served.rpc('swarm/peers')).text).toContain(peer.peerId.toString())
  } finally {
    await peer.stop()
    await served.node.stop()
  }
})
