import { startForeignPeer } from '../testing/peers/foreign-peer.ts'
import '../libp2p/host/promise-with-resolvers.ts'

import { identify } from '@libp2p/identify'
import type { Connection, Libp2p, Stream } from '@libp2p/interface'
import { multiaddr } from '@multiformats/multiaddr'
import { afterEach, describe, expect, test } from 'vitest'
import { concatBytes } from '../bytes/concat-bytes.ts'
import { bytesField, lengthPrefixed, varintField } from '../bytes/protobuf/protobuf-writer.ts'
import { AUTO_NAT, DIAL_STATUS } from '../libp2p/auto-nat/auto-nat-message.ts'
import { DIAL_BACK, DIAL_REQUEST, RESPONSE_STATUS, V2_DIAL_STATUS } from '../libp2p/auto-nat/auto-nat-v2-message.ts'
import { writeAutoNatAnswer } from '../libp2p/auto-nat/auto-nat-wire.ts'
import { readFrame } from '../libp2p/streams/read-frame.ts'
import { startGoPeer, withGoPeer } from '../testing/peers/go-peer.ts'
import { startSwarmNode } from '../testing/peers/swarm-node.ts'
import { nodeServices } from './network/node-services.ts'
import { openSwarmInNode } from './network/open-swarm-in-node.ts'

type SwarmNode = Awaited<ReturnType<typeof startSwarmNode>>

/** Settings that ask peers at once, even on loopback, and count each as an owner. */
const SERVICES = nodeServices({ anyNet: true, bootMs: 1, dialMs: 1500 })
const MAX_BYTES = 8192
const ends: Array<() => Promise<unknown>> = []

afterEach(async () => {
  await Promise.all(ends.splice(0).map(async (end) => await end()))
})

async function startNode (config = {}): Promise<SwarmNode> {
  const node = await startSwarmNode({
    config: { 'Addresses.Swarm': ['/ip4/127.0.0.1/tcp/0'], ...config },
    openSwarm: async (deps) => await openSwarmInNode(deps, SERVICES)
  })
  ends.push(async () => {
    await node.node.stop()
  })
  return node
}

/** Starts a peer that answers one protocol with this function. */
async function startPeer (
  protocol: string,
  answer: (stream: Stream, connection: Connection, peer: Libp2p) => Promise<void>
): Promise<string> {
  const peer = await startForeignPeer({ listen: ['/ip4/127.0.0.1/tcp/0'], services: { identify: identify() } })
  ends.push(async () => {
    await peer.stop()
  })
  await peer.handle(protocol, async (stream, connection) => {
    await answer(stream, connection, peer)
  })
  return peer.getMultiaddrs()[0].toString()
}

async function connect (node: SwarmNode, address: string): Promise<void> {
  expect((await node.rpc(`swarm/connect?arg=${address}`)).status).toBe(200)
}

const listening = (node: SwarmNode): string[] => node.addresses.map((address) => address.split('/p2p/')[0])
const stateOf = async (node: SwarmNode): Promise<unknown> => (await node.rpc('swarm/addrs/autonat')).lines[0]
const announcedAddresses = async (node: SwarmNode): Promise<string[]> =>
  ((await node.rpc('id')).lines as Array<{ Addresses: string[] }>)[0].Addresses

test('a node that is reachable knows it after two confirmations, and shows it', async () => {
  const [node, ...others] = [await startNode(), await startNode(), await startNode()]
  await connect(node, others[0].addresses[0])
  await expect.poll(async () => await stateOf(node)).toEqual({ reachability: 'Unknown', unknown: listening(node) })
  await connect(node, others[1].addresses[0])
  await expect.poll(async () => await stateOf(node)).toEqual({ reachability: 'Public', reachable: listening(node) })
  expect(await announcedAddresses(node)).toEqual(node.addresses)
  expect((await node.rpc('swarm/addrs/autonat?encoding=text')).text).toBe(
    `AutoNAT V2 Status:\n  Reachability: Public\n\nPer-Address Reachability:\n  Reachable:\n    ${listening(node)[0]}\n`
  )
})

test('an address that two peers cannot reach is no longer announced', async () => {
  const node = await startNode()
  const answer = async (stream: Stream): Promise<void> => {
    stream.send(writeAutoNatAnswer({ status: DIAL_STATUS.dialError }))
    await stream.close()
  }
  await connect(node, await startPeer(AUTO_NAT, answer))
  expect(await announcedAddresses(node)).toEqual(node.addresses)
  await connect(node, await startPeer(AUTO_NAT, answer))
  await expect.poll(async () => await stateOf(node)).toEqual({ reachability: 'Private', unreachable: listening(node) })
  expect(await announcedAddresses(node)).toEqual([`/p2p/${node.node.identity.peerId}`])
})

/** Encodes the final response of an AutoNAT v2 server (`autonatv2.proto`). */
const response = (dialStatus: number): Uint8Array =>
  concatBytes(lengthPrefixed(bytesField(2, varintField(1, RESPONSE_STATUS.ok), varintField(3, dialStatus))))

test('a peer that claims to have dialled, and has not, is not believed', async () => {
  const node = await startNode()
  let count = 0
  const lie = async (stream: Stream): Promise<void> => {
    await readFrame(stream, MAX_BYTES)
    count++
    stream.send(response(V2_DIAL_STATUS.ok))
    await stream.close()
  }
  await connect(node, await startPeer(DIAL_REQUEST, lie))
  await connect(node, await startPeer(DIAL_REQUEST, lie))
  await expect.poll(() => count).toBe(2)
  expect(await stateOf(node)).toEqual({ reachability: 'Unknown', unknown: listening(node) })
})

test('an unknown nonce is rejected', async () => {
  const node = await startNode()
  const stranger = await startForeignPeer()
  ends.push(async () => {
    await stranger.stop()
  })
  const stream = await (await stranger.dial(multiaddr(node.addresses[0]))).newStream(DIAL_BACK)
  stream.send(concatBytes(lengthPrefixed([Uint8Array.of(9, 1, 2, 3, 4, 5, 6, 7, 8)])))
  await expect(readFrame(stream, MAX_BYTES)).rejects.toThrow()
})

test.each([['disabled', false], ['legacy-v1', false], ['enabled', true]])(
  'AutoNAT.ServiceMode %s: use of AutoNAT v2 is %s',
  async (mode, asks) => {
    const node = await startNode({ 'AutoNAT.ServiceMode': mode })
    expect(((await node.rpc('id')).lines as Array<{ Protocols: string[] }>)[0].Protocols.includes(DIAL_BACK)).toBe(asks)
  }
)

withGoPeer('peers on go-libp2p are asked', (file) => {
  describe.each(['v1', 'v2'])('peers on go-libp2p, by AutoNAT %s', (version) => {
    test('report that the node is reachable', async () => {
      const node = await startNode()
      const servers = await Promise.all([startGoPeer(file), startGoPeer(file)])
      ends.push(async () => {
        await Promise.all(servers.map(async ({ kill }) => {
          await kill()
        }))
      })

      for (const server of servers) {
        await server.ask('natserver', { Topic: version })
        await connect(node, server.addresses.find((address) => /\/tcp\/\d+\/p2p/.test(address)) ?? '')
      }

      await expect.poll(async () => await stateOf(node)).toEqual({ reachability: 'Public', reachable: listening(node) })
    })
  })
})
