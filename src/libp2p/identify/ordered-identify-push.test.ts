import { identify } from '@libp2p/identify'
import type { Stream } from '@libp2p/interface'
import { multiaddr } from '@multiformats/multiaddr'
import { expect, it } from 'vitest'
import { startForeignPeer } from '../../testing/peers/foreign-peer.ts'
import { startSwarmNode } from '../../testing/peers/swarm-node.ts'

const PUSH = '/ipfs/id/push/1.0.0'

/** Encodes an identify message with only one protocol, prefixed by its length. */
function speaks (protocol: string): Uint8Array {
  const name = new TextEncoder().encode(protocol)
  return Uint8Array.of(name.length + 2, 0x1a, name.length, ...name)
}

it('applies the last push of a peer, even before the stream of the previous one has ended', async () => {
  const node = await startSwarmNode()
  const peer = await startForeignPeer({ services: { identify: identify() } })

  try {
    const connection = await peer.dial(multiaddr(node.addresses[0]))
    const protocols = async (): Promise<string[]> =>
      (JSON.parse((await node.rpc(`id?arg=${peer.peerId}`)).text) as { Protocols: string[] }).Protocols
    await expect.poll(protocols).toContain('/ipfs/id/1.0.0')
    const open = async (): Promise<Stream> => await connection.newStream(PUSH, { maxOutboundStreams: 8 })

    const first = await open()
    first.send(speaks('/one/1.0.0'))
    const second = await open()
    second.send(speaks('/two/1.0.0'))
    await second.close()
    await new Promise((resolve) => {
      setTimeout(resolve, 300)
    })
    await first.close()
    await expect.poll(protocols).toEqual(['/two/1.0.0'])
    await new Promise((resolve) => {
      setTimeout(resolve, 300)
    })
    expect(await protocols()).toEqual(['/two/1.0.0'])
  } finally {
    await Promise.all([peer.stop(), node.node.stop()])
  }
})
