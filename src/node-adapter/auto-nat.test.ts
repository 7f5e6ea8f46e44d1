import { startForeignPeer } from '../testing/peers/foreign-peer.ts'
import '../libp2p/host/promise-with-resolvers.ts'

import { identify } from '@libp2p/identify'
import type { Libp2p } from '@libp2p/interface'
import { multiaddr } from '@multiformats/multiaddr'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { concatBytes } from '../bytes/concat-bytes.ts'
import { ProtobufReader, WIRE_BYTES } from '../bytes/protobuf/protobuf-reader.ts'
import { bytesField, lengthPrefixed } from '../bytes/protobuf/protobuf-writer.ts'
import type { Json } from '../config/values/config.ts'
import { AUTO_NAT, DIAL_STATUS } from '../libp2p/auto-nat/auto-nat-message.ts'
import { readFrame } from '../libp2p/streams/read-frame.ts'
import { startSwarmNode } from '../testing/peers/swarm-node.ts'
import { nodeServices } from './network/node-services.ts'
import { openSwarmInNode } from './network/open-swarm-in-node.ts'

/** Time after which a failed dial is answered. */
const DIAL_MS = 1500

const ends: Array<() => Promise<unknown>> = []

afterEach(async () => {
  await Promise.all(ends.splice(0).map(async (end) => await end()))
})

/** Starts a node that dials loopback addresses for others too. */
async function startNode (
  config: Record<string, Json> = {},
  services = nodeServices({ anyNet: true, dialMs: DIAL_MS })
): Promise<Awaited<ReturnType<typeof startSwarmNode>>> {
  const node = await startSwarmNode({ config, openSwarm: async (deps) => await openSwarmInNode(deps, services) })
  ends.push(async () => {
    await node.node.stop()
  })
  return node
}

async function startPeer (listen = ['/ip4/127.0.0.1/tcp/0']): Promise<Libp2p> {
  const peer = await startForeignPeer({ listen, services: { identify: identify() } })
  ends.push(async () => {
    await peer.stop()
  })
  return peer
}

/** Asks the node to dial a peer back. */
async function ask (
  peer: Libp2p,
  node: { addresses: string[] },
  addresses: string[],
  id = peer.peerId.toMultihash().bytes
): Promise<{ status: number; text: string | undefined; address: string | undefined }> {
  // Not the one that the node has dialled back, which is about to close.
  const connection = peer.getConnections().find(({ direction }) => direction === 'outbound') ??
    await peer.dial(multiaddr(node.addresses[0]))
  const stream = await connection.newStream(AUTO_NAT)
  stream.send(
    concatBytes(lengthPrefixed(bytesField(
      2,
      ...bytesField(
        1,
        ...bytesField(1, id),
        ...addresses.flatMap((address) => bytesField(2, multiaddr(address).bytes))
      )
    )))
  )
  const reader = new ProtobufReader(await readFrame(stream, 4096))
  await stream.close()
  let answer = new Uint8Array()

  while (reader.next()) {
    if (reader.field === 3 && reader.wire === WIRE_BYTES) {
      answer = reader.view().slice()
    } else {
      reader.skip()
    }
  }

  const fields = new ProtobufReader(answer)
  const found = { status: -1, text: undefined as string | undefined, address: undefined as string | undefined }

  while (fields.next()) {
    if (fields.field === 1) {
      found.status = fields.varint()
    } else if (fields.field === 2) {
      found.text = new TextDecoder().decode(fields.view())
    } else {
      found.address = multiaddr(fields.view()).toString()
    }
  }

  return found
}

const listening = (peer: Libp2p): string => peer.getMultiaddrs()[0].toString().split('/p2p/')[0]

test('a reachable peer gets that result and its address, and keeps the connection of its request', async () => {
  const [node, peer] = [await startNode(), await startPeer()]
  expect(await ask(peer, node, [listening(peer)])).toEqual({
    status: DIAL_STATUS.ok,
    address: listening(peer),
    text: undefined
  })
  await expect.poll(() => peer.getConnections().map(({ direction }) => direction)).toEqual(['outbound'])
  expect((await node.rpc('id')).lines).toMatchObject([{
    Protocols: expect.arrayContaining([AUTO_NAT, '/libp2p/dcutr']) as string[]
  }])
})

test('an unreachable peer gets that result, and so does one whose address another peer answers', async () => {
  const [node, peer, other] = [await startNode(), await startPeer([]), await startPeer()]
  expect(await ask(peer, node, ['/ip4/127.0.0.1/tcp/1'])).toEqual({
    status: DIAL_STATUS.dialError,
    text: 'dial failed',
    address: undefined
  })
  expect(await ask(peer, node, [listening(other)])).toMatchObject({ status: DIAL_STATUS.dialError })
})

test('hosts other than the requesting one are not dialled', async () => {
  const [node, peer] = [await startNode(), await startPeer([])]
  let dials = 0
  const victim = createServer((socket) => {
    dials++
    socket.destroy()
  })
  await new Promise<void>((resolve) => {
    victim.listen(0, '127.0.0.2', resolve)
  })
  ends.push(async () =>
    await new Promise((resolve) => {
      victim.close(resolve)
    })
  )
  const { port } = victim.address() as AddressInfo
  const relay = `/ip4/127.0.0.2/tcp/${port}/p2p/${peer.peerId}/p2p-circuit`

  expect(await ask(peer, node, [`/ip4/127.0.0.2/tcp/${port}`, `/dns4/localhost/tcp/${port}`, relay])).toMatchObject({
    status: DIAL_STATUS.dialError
  })
  expect(dials).toBe(0)
})

test('an address with another host is tried at the requesting host', async () => {
  const [node, peer] = [await startNode(), await startPeer()]
  expect(await ask(peer, node, [listening(peer).replace('127.0.0.1', '192.0.2.1')])).toMatchObject({
    status: DIAL_STATUS.ok,
    address: listening(peer)
  })
})

test('an address without a transport is not reported as unreachable', async () => {
  const [node, peer] = [await startNode(), await startPeer([])]
  expect(await ask(peer, node, ['/ip4/127.0.0.1/udp/4001/quic-v1'])).toMatchObject({
    status: DIAL_STATUS.dialRefused,
    text: 'no dialable addresses'
  })
})

test('a peer cannot make the node dial another peer, or a private host', async () => {
  const [node, peer, other] = [await startNode({}, nodeServices()), await startPeer(), await startPeer()]
  expect(await ask(peer, node, [listening(other)], other.peerId.toMultihash().bytes)).toMatchObject({
    status: DIAL_STATUS.badRequest,
    text: 'peer id mismatch'
  })
  expect(await ask(peer, node, [listening(peer)])).toMatchObject({
    status: DIAL_STATUS.dialRefused,
    text: 'refusing to dial peer with blocked observed address'
  })
})

test('AutoNAT.Throttle limits the requests of one peer and of all peers', async () => {
  const node = await startNode({ 'AutoNAT.Throttle': { GlobalLimit: 3, PeerLimit: 2, Interval: '1h' } })
  const [first, second] = [await startPeer(), await startPeer()]
  const statuses: number[] = []

  for (const peer of [first, first, first, second, second]) {
    statuses.push((await ask(peer, node, [listening(peer)])).status)
  }

  const { ok, dialRefused } = DIAL_STATUS
  expect(statuses).toEqual([ok, ok, dialRefused, ok, dialRefused])
})

test.each([
  ['AutoNAT.ServiceMode', 'disabled', AUTO_NAT],
  ['Swarm.EnableHolePunching', false, '/libp2p/dcutr'],
  ['Swarm.RelayClient.Enabled', false, '/libp2p/dcutr']
])('%s %s', async (key, value, protocol) => {
  const node = await startNode({ [key]: value })
  expect((await node.rpc('id')).lines).not.toMatchObject([{
    Protocols: expect.arrayContaining([protocol]) as string[]
  }])
})

test.each(['enabled', 'legacy-v1'])('AutoNAT.ServiceMode %s', async (mode) => {
  const node = await startNode({ 'AutoNAT.ServiceMode': mode })
  expect((await node.rpc('id')).lines).toMatchObject([{ Protocols: expect.arrayContaining([AUTO_NAT]) as string[] }])
})
