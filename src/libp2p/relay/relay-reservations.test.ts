import { identify } from '@libp2p/identify'
import { noise } from '@libp2p/noise'
import { webSockets } from '@libp2p/websockets'
import { yamux } from '@libp2p/yamux'
import { multiaddr } from '@multiformats/multiaddr'
import { createLibp2p } from 'libp2p'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { concatBytes } from '../../bytes/concat-bytes.ts'
import { bytesField, lengthPrefixed, varintField } from '../../bytes/protobuf/protobuf-writer.ts'
import { startRelay } from '../../testing/peers/relay.ts'
import type { Relay } from '../../testing/peers/relay.ts'
import { startSwarmNode } from '../../testing/peers/swarm-node.ts'

type SwarmNode = Awaited<ReturnType<typeof startSwarmNode>>

let relay: Relay
let nodes: SwarmNode[]

beforeEach(async () => {
  nodes = []
  relay = await startRelay()
})

afterEach(async () => {
  await Promise.all(nodes.map(async ({ node }) => {
    await node.stop()
  }))
  await relay.stop()
})

/** Starts a node that is only reachable through relays. */
async function start (config: Record<string, boolean | string[]> = {}): Promise<SwarmNode> {
  const node = await startSwarmNode({ config: { 'Addresses.Swarm': [], ...config } })
  nodes.push(node)
  return node
}

async function listens (node: SwarmNode): Promise<string[]> {
  return ((await node.rpc('swarm/addrs/listen')).lines[0] as { Strings: string[] | null }).Strings ?? []
}

const wait = { timeout: 30_000, interval: 50 }

test('a node reserves at the configured relay, and is reachable through it', async () => {
  const far = await start({ 'Swarm.RelayClient.StaticRelays': [relay.address, 'no address'] })
  const here = `${relay.address}/p2p-circuit`
  await vi.waitFor(async () => {
    expect(await listens(far)).toEqual([here])
  }, wait)
  const id = String(far.node.identity.peerId)
  expect((await far.rpc('id')).lines).toMatchObject([{ Addresses: [`${here}/p2p/${id}`] }])

  const near = await start()
  expect((await near.rpc(`swarm/connect?arg=${here}/p2p/${id}`)).lines).toEqual([{
    Strings: [`connect ${id} success`]
  }])
})

test('a reservation is renewed when the relay is back', async () => {
  const node = await start({ 'Swarm.RelayClient.StaticRelays': [relay.address] })
  await vi.waitFor(async () => {
    expect(await listens(node)).toHaveLength(1)
  }, wait)
  await relay.stop()
  await vi.waitFor(async () => {
    expect(await listens(node)).toEqual([])
  }, wait)
  await relay.startAgain()
  await vi.waitFor(async () => {
    expect(await listens(node)).toEqual([`${relay.address}/p2p-circuit`])
  }, wait)
})

test('a relay that is down at the start delays nothing, and is used when it is up', async () => {
  await relay.stop()
  const node = await start({ 'Swarm.RelayClient.StaticRelays': [relay.address] })
  expect(await listens(node)).toEqual([])
  await relay.startAgain()
  await vi.waitFor(async () => {
    expect(await listens(node)).toHaveLength(1)
  }, wait)
})

test('a peer that does not relay yet is asked again, and becomes the relay when it does', async () => {
  await relay.stop()
  const { port } = /\/tcp\/(?<port>\d+)\/ws/.exec(relay.address)!.groups as { port: string }
  const plain = await createLibp2p({
    privateKey: relay.privateKey,
    addresses: { listen: [`/ip4/127.0.0.1/tcp/${port}/ws`] },
    transports: [webSockets()],
    connectionEncrypters: [noise()],
    streamMuxers: [yamux()],
    services: { identify: identify() }
  })
  const node = await start({ 'Swarm.RelayClient.StaticRelays': [relay.address] })

  try {
    await expect.poll(async () => (await node.rpc('swarm/peers')).text, wait).toContain(String(plain.peerId))
    // Requests right after that fail, because it does not support the protocol.
    await new Promise((resolve) => {
      setTimeout(resolve, 1000)
    })
  } finally {
    await plain.stop()
  }

  await relay.startAgain()
  await vi.waitFor(async () => {
    expect(await listens(node)).toHaveLength(1)
  }, wait)
})

test('of a relay that claims very many addresses some are announced', async () => {
  await relay.stop()
  const hostile = await createLibp2p({
    addresses: { listen: ['/ip4/127.0.0.1/tcp/0/ws'] },
    transports: [webSockets()],
    connectionEncrypters: [noise()],
    streamMuxers: [yamux()],
    services: { identify: identify() }
  })

  // STATUS (2), a reservation (2) with its expiry and addresses, and OK (100): libp2p specs, `relay/circuit-v2.md`.
  await hostile.handle('/libp2p/circuit/relay/0.2.0/hop', (stream) => {
    const addresses = Array.from(
      { length: 3000 },
      (_, i) => bytesField(2, multiaddr(`/ip4/1.2.${i >> 8}.${i & 0xff}/tcp/4001/ws/p2p/${hostile.peerId}`).bytes)
    ).flat()
    stream.send(
      concatBytes(
        lengthPrefixed([
          varintField(1, 2),
          ...bytesField(3, varintField(1, Math.round(Date.now() / 1000) + 3600), ...addresses),
          varintField(5, 100)
        ])
      )
    )
  })

  try {
    const node = await start({ 'Swarm.RelayClient.StaticRelays': [String(hostile.getMultiaddrs()[0])] })
    await vi.waitFor(async () => {
      expect((await listens(node)).length).toBeGreaterThan(1)
    }, wait)
    expect((await listens(node)).length).toBeLessThan(100)
  } finally {
    await hostile.stop()
  }
})

test('no relay is used if the settings disable it', async () => {
  const node = await start({ 'Swarm.RelayClient.StaticRelays': [relay.address], 'Swarm.RelayClient.Enabled': false })
  const other = await start({ 'Swarm.RelayClient.StaticRelays': [relay.address] })
  await vi.waitFor(async () => {
    expect(await listens(other)).toHaveLength(1)
  }, wait)
  expect(await listens(node)).toEqual([])
})
