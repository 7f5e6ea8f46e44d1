import { afterEach, beforeEach, expect, test } from 'vitest'
import { startGoPeer, withGoPeer } from '../testing/peers/go-peer.ts'
import type { GoPeer } from '../testing/peers/go-peer.ts'
import { startSwarmNode } from '../testing/peers/swarm-node.ts'
import { nodeServices } from './network/node-services.ts'
import { openSwarmInNode } from './network/open-swarm-in-node.ts'

/** Timeout of a process start on a busy machine. */
const HOOK_MS = 60_000

withGoPeer('AutoNAT for a peer on go-libp2p', stories)

function stories (file: string): void {
  let go: GoPeer
  let node: Awaited<ReturnType<typeof startSwarmNode>>

  beforeEach(async () => {
    go = await startGoPeer(file)
    node = await startSwarmNode({
      openSwarm: async (deps) => await openSwarmInNode(deps, nodeServices({ anyNet: true, dialMs: 2000 }))
    })
    // Connects by WebSockets, because their dials do not come from the peer's listen port.
    await go.ask('connect', { Addr: node.addresses.find((address) => address.includes('/ws/')) })
  }, HOOK_MS)

  afterEach(async () => {
    await go.kill()
    await node.node.stop()
  }, HOOK_MS)

  const dialBack = async (address: string): Promise<unknown> =>
    await go.ask('dialback', { Topic: node.node.identity.peerId.toString(), Addrs: [address] })
  const addressOf = (kind: RegExp): string =>
    (go.addresses.find((address) => kind.test(address)) ?? '').split('/p2p/')[0]

  test.each([['TCP', /\/tcp\/\d+\/p2p/], ['WebSockets', /\/ws\/p2p/]])(
    'a peer on go-libp2p learns that it is reachable over %s',
    async (_, kind) => {
      expect(await dialBack(addressOf(kind))).toEqual({})
    }
  )

  test('a peer on go-libp2p learns that it is unreachable, or that this is unknown', async () => {
    await expect(dialBack('/ip4/127.0.0.1/tcp/1')).rejects.toThrow('AutoNAT error: dial failed (E_DIAL_ERROR)')
    await expect(dialBack(addressOf(/webtransport/))).rejects.toThrow(
      'AutoNAT error: no dialable addresses (E_DIAL_REFUSED)'
    )
  })
}
