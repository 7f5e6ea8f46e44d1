import { circuitRelayTransport } from '@libp2p/circuit-relay-v2'
import type { Connection, Transport } from '@libp2p/interface'
import { tcp } from '@libp2p/tcp'
import { webSockets } from '@libp2p/websockets'
import { multiaddr } from '@multiformats/multiaddr'
import type { Multiaddr } from '@multiformats/multiaddr'
import { afterEach, expect, test } from 'vitest'
import type { Json } from '../config/values/config.ts'
import type { SwarmTransport } from '../libp2p/host/swarm-transport.ts'
import { openLibp2pSwarm } from '../libp2p/open-libp2p-swarm.ts'
import { freePort } from '../testing/http/free-port.ts'
import { startRelay } from '../testing/peers/relay.ts'
import { startSwarmNode } from '../testing/peers/swarm-node.ts'
import { nodeServices } from './network/node-services.ts'

/** Public addresses that lead to this machine, as if it were behind a NAT. */
const PUBLIC = '/ip4/198.51.101.7/tcp'
const HERE = '/ip4/127.0.0.1/tcp'

const ends: Array<() => Promise<unknown>> = []

afterEach(async () => {
  await Promise.all(ends.splice(0).map(async (end) => await end()))
})

/** TCP that dials this machine for {@link PUBLIC}. */
const make: SwarmTransport['make'] = (components) => {
  const transport = tcp()(components as Parameters<ReturnType<typeof tcp>>[0])
  const dial = transport.dial.bind(transport) as (address: Multiaddr, options: object) => Promise<Connection>
  return Object.assign(transport, {
    dial: async (address: Multiaddr, options: object) =>
      await dial(multiaddr(address.toString().replace(PUBLIC, HERE)), options)
  }) as unknown as Transport
}

/** Starts a node that announces a public address, with its own port. */
async function startNode (
  relay: string,
  port: number,
  config: Record<string, Json> = {}
): Promise<Awaited<ReturnType<typeof startSwarmNode>>> {
  const node = await startSwarmNode({
    config: {
      'Addresses.Swarm': [`${HERE}/${port}`],
      'Addresses.Announce': [`${PUBLIC}/${port}`],
      'Swarm.RelayClient.StaticRelays': [relay],
      ...config
    },
    openSwarm: async (deps) =>
      await openLibp2pSwarm({
        transports: [{ name: 'TCP', make, listens: () => true }, { name: 'Websocket', make: webSockets() }, {
          name: 'Relay',
          make: circuitRelayTransport()
        }],
        services: nodeServices(),
        auto: false,
        lookupTxt: async () => []
      }, deps)
  })

  ends.push(async () => {
    await node.node.stop()
  })
  await expect.poll(async () => (await node.rpc(`swarm/peers`)).text).toContain(relay.split('/p2p/')[1])
  return node
}

const peersOf = async (node: Awaited<ReturnType<typeof startSwarmNode>>): Promise<string[]> =>
  ((await node.rpc('swarm/peers')).lines as Array<{ Peers: Array<{ Addr: string; Peer: string }> | null }>)[0].Peers
    ?.map(({ Addr, Peer }) => `${Addr}/p2p/${Peer}`) ?? []

test.each([[true, 'becomes a direct one'], [false, 'stays where Swarm.EnableHolePunching is false']])(
  'a connection through a relay: %s, %s',
  async (punches) => {
    const relay = await startRelay()
    ends.push(relay.stop)
    const [a, b] = [
      await startNode(relay.address, await freePort()),
      await startNode(relay.address, await freePort(), { 'Swarm.EnableHolePunching': punches })
    ]
    const [idA, idB] = [a, b].map(({ node }) => node.identity.peerId.toString())
    const address = `${relay.address}/p2p-circuit/p2p/${idB}`

    await expect.poll(async () => (await a.rpc(`swarm/connect?arg=${address}`)).lines, { interval: 250 }).toEqual([{
      Strings: [`connect ${idB} success`]
    }])
    const relayed = async (): Promise<boolean[]> =>
      (await peersOf(b)).filter((peer) => peer.endsWith(`/p2p/${idA}`)).map((peer) => peer.includes('/p2p-circuit'))

    if (punches) {
      await expect.poll(relayed).toEqual([false])
      await expect.poll(async () => (await a.rpc('swarm/peers')).text).not.toContain('p2p-circuit')
    } else {
      // By then the peer is identified, and would have been dialled.
      await expect.poll(async () => (await b.rpc(`id?arg=${idA}`)).text).toContain('/libp2p/dcutr')
      expect(await relayed()).toEqual([true])
    }
  }
)
