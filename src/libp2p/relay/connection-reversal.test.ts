import { circuitRelayTransport } from '@libp2p/circuit-relay-v2'
import { webSockets } from '@libp2p/websockets'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Json } from '../../config/values/config.ts'
import { startRelay } from '../../testing/peers/relay.ts'
import type { Relay } from '../../testing/peers/relay.ts'
import { startSwarmNode } from '../../testing/peers/swarm-node.ts'
import { openLibp2pSwarm } from '../open-libp2p-swarm.ts'

type SwarmNode = Awaited<ReturnType<typeof startSwarmNode>>

let relay: Relay
let ends: Array<() => Promise<unknown>>

beforeEach(async () => {
  relay = await startRelay()
  ends = [relay.stop]
})

afterEach(async () => {
  await Promise.all(ends.map(async (end) => await end()))
})

/** Starts a node like a browser: it listens only at its relay reservation. */
async function startHidden (config: Record<string, Json> = {}): Promise<SwarmNode> {
  const node = await startSwarmNode({
    config: { 'Addresses.Swarm': [], 'Swarm.RelayClient.StaticRelays': [relay.address], ...config },
    openSwarm: async (deps) =>
      await openLibp2pSwarm({
        transports: [{ name: 'Websocket', make: webSockets() }, { name: 'Relay', make: circuitRelayTransport() }],
        isPrivate: true,
        auto: false,
        lookupTxt: async () => []
      }, deps)
  })

  ends.push(async () => {
    await node.node.stop()
  })
  await expect.poll(async () => (await node.rpc('swarm/addrs/listen')).text).toContain('p2p-circuit')
  return node
}

async function startOpen (config: Record<string, Json> = {}): Promise<SwarmNode> {
  const node = await startSwarmNode({ config })
  ends.push(async () => {
    await node.node.stop()
  })
  return node
}

const idOf = ({ node }: SwarmNode): string => node.identity.peerId.toString()

/** Returns how a node is connected to another one. */
async function ways (node: SwarmNode, other: SwarmNode): Promise<string[]> {
  const { Peers } = (await node.rpc('swarm/peers')).lines[0] as { Peers: Array<{ Addr: string; Peer: string }> | null }
  return (Peers ?? []).filter(({ Peer }) => Peer === idOf(other)).map(({ Addr }) =>
    Addr.includes('p2p-circuit') ? 'relayed' : 'direct'
  ).sort()
}

async function callThroughRelay (caller: SwarmNode, hidden: SwarmNode): Promise<void> {
  expect((await caller.rpc(`swarm/connect?arg=${relay.address}/p2p-circuit/p2p/${idOf(hidden)}`)).lines).toEqual([{
    Strings: [`connect ${idOf(hidden)} success`]
  }])
}

test('a caller through a relay that can be dialled is dialled directly, and gets blocks', async () => {
  const [hidden, caller] = [await startHidden(), await startOpen()]
  await callThroughRelay(caller, hidden)
  await expect.poll(async () => await ways(hidden, caller)).toContain('direct')
  const { Key } = (await hidden.rpc('block/put', { body: formOf('hidden') })).lines[0] as { Key: string }
  expect((await caller.rpc(`block/get?arg=${Key}&timeout=20s`)).text).toBe('hidden')
})

test.each([
  ['says nowhere that can be dialled', {}, { 'Addresses.Swarm': ['/ip4/127.0.0.1/tcp/0'] }],
  ['is called by one whose settings say so', { 'Swarm.EnableHolePunching': false }, {}]
])('one that %s stays relayed', async (_, ofHidden, ofCaller) => {
  const [hidden, caller] = [await startHidden(ofHidden), await startOpen(ofCaller)]
  await callThroughRelay(caller, hidden)
  // By then it is identified, and would have been dialled.
  await expect.poll(async () => (await hidden.rpc(`id?arg=${idOf(caller)}`)).text).toContain('/ipfs/id/1.0.0')
  expect(await ways(hidden, caller)).toEqual(['relayed'])
})

function formOf (text: string): FormData {
  const form = new FormData()
  form.append('data', new Blob([text]), 'd')
  return form
}
