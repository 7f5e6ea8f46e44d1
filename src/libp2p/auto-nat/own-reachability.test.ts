import '../host/promise-with-resolvers.ts'

import { generateKeyPair } from '@libp2p/crypto/keys'
import type { Connection, PeerId } from '@libp2p/interface'
import { peerIdFromPrivateKey } from '@libp2p/peer-id'
import { streamPair } from '@libp2p/utils'
import { multiaddr } from '@multiformats/multiaddr'
import { afterEach, expect, test } from 'vitest'
import { readFrame } from '../streams/read-frame.ts'
import { AUTO_NAT, DIAL_STATUS, MAX_AUTO_NAT_BYTES } from './auto-nat-message.ts'
import type { AutoNatAnswer } from './auto-nat-message.ts'
import { readAutoNatRequest, writeAutoNatAnswer } from './auto-nat-wire.ts'
import { OwnReachability } from './own-reachability.ts'
import type { OwnReachabilityParts } from './own-reachability.ts'

/** Host at which peers observe the node, and its listen address. */
const SEEN = '/ip4/198.51.101.7'
const OWN = '/ip4/198.51.101.8/tcp/4001'
const IN_NET = ['/ip4/10.1.2.3/tcp/4001', '/ip4/10.1.2.3/tcp/4002/ws', '/ip4/127.0.0.1/tcp/4001']

const ends: Array<() => Promise<void>> = []

afterEach(async () => {
  await Promise.all(
    ends.splice(0).map(async (end) => {
      await end()
    })
  )
})

interface Peer {
  host: string
  answer: (asked: string) => AutoNatAnswer
  sees?: string
}

/**
 * Creates a node with listen addresses and AutoNAT v1 peers that give these answers. Also returns the requests, the
 * reports about its addresses, and a function that starts a round and resolves at its end.
 */
async function nodeWith (
  listens: string[],
  peers: Peer[]
): Promise<{ node: OwnReachability; asked: string[]; reported: string[]; round: () => Promise<void> }> {
  const asked: string[] = []
  const reported: string[] = []
  const events = new EventTarget()
  let planned: (() => void) | undefined
  let onPlan = (): void => {}
  const self = peerIdFromPrivateKey(await generateKeyPair('Ed25519'))

  const connections = await Promise.all(peers.map(async ({ host, answer }) => ({
    remotePeer: peerIdFromPrivateKey(await generateKeyPair('Ed25519')),
    remoteAddr: multiaddr(`/ip4/${host}/tcp/4001`),
    status: 'open',
    newStream: async (protocol: string) => {
      expect(protocol).toBe(AUTO_NAT)
      const [mine, theirs] = await streamPair()

      void (async () => {
        const address = multiaddr(readAutoNatRequest(await readFrame(theirs, MAX_AUTO_NAT_BYTES))!.peer!.addresses[0])
          .toString()
        asked.push(`${host} ${address}`)
        theirs.send(writeAutoNatAnswer(answer(address)))
        await theirs.close()
      })()

      return mine
    }
  } as unknown as Connection)))

  const node = new OwnReachability({
    peerId: self,
    events,
    peerStore: { get: async (id: PeerId) => ({ id, protocols: [AUTO_NAT] }) },
    connectionManager: { getConnections: () => connections },
    registrar: { handle: async () => {}, unhandle: async () => {} },
    transportManager: { getAddrs: () => listens.map((text) => multiaddr(text)) },
    addressManager: {
      confirmObservedAddr: (address: unknown, { type }: { type: string }) => {
        reported.push(`+ ${String(address)} ${type}`)
      },
      removeObservedAddr: (address: unknown) => {
        reported.push(`- ${String(address)}`)
      }
    }
  } as unknown as OwnReachabilityParts, {
    withV2: false,
    // A round is planned at the start, and at the end of each round.
    later: (call) => {
      planned = call
      onPlan()
      return () => {
        planned = undefined
      }
    }
  })

  await node.start()
  ends.push(async () => {
    await node.stop()
  })
  peers.forEach(({ sees }, i) => {
    events.dispatchEvent(
      new CustomEvent('peer:identify', {
        detail: { connection: connections[i], observedAddr: sees == null ? undefined : multiaddr(sees) }
      })
    )
  })
  return {
    node,
    asked,
    reported,
    round: async () => {
      await new Promise<void>((resolve) => {
        onPlan = resolve
        planned?.()
      })
    }
  }
}

const reached = (address: string): AutoNatAnswer => ({ status: DIAL_STATUS.ok, address: multiaddr(address).bytes })
const failed = (): AutoNatAnswer => ({ status: DIAL_STATUS.dialError })
const HOSTS = ['1.1.0.1', '2.2.0.1', '3.3.0.1', '4.4.0.1', '5.5.0.1', '6.6.0.1']
const peers = (answer: Peer['answer'], hosts = HOSTS, sees?: string): Peer[] =>
  hosts.map((host) => ({ host, answer, sees }))

test('an address that peers of several owners reach is reachable, and no further ones are asked', async () => {
  const { node, asked, reported, round } = await nodeWith([OWN], peers(reached))
  await round()
  expect(node.report()).toEqual({ overall: 'Public', reachable: [OWN], unreachable: [], unknown: [] })
  expect(asked).toHaveLength(3)
  expect(reported).toEqual([`+ ${OWN} transport`, `+ ${OWN} transport`])
  // Relay addresses are no longer announced.
  expect(
    [OWN, `${OWN}/p2p/12D3KooWGC6TvWhfapngX6wvJHMYvKpDMXPb3ZnCZ6dMoaMtimQ5/p2p-circuit`].map((address) =>
      node.announces(multiaddr(address))
    )
  ).toEqual([true, false])
})

test('an address that they do not reach is no longer announced', async () => {
  const { node, reported, round } = await nodeWith([OWN], peers(failed))
  expect(node.report()).toMatchObject({ overall: 'Unknown', unknown: [OWN] })
  expect(node.announces(multiaddr(OWN))).toBe(true)
  await round()
  expect(node.report()).toEqual({ overall: 'Private', reachable: [], unreachable: [OWN], unknown: [] })
  expect(node.announces(multiaddr(OWN))).toBe(false)
  expect(reported).toEqual([`+ ${OWN} transport`, `- ${OWN}`])
})

test('peers of one owner decide nothing, and are not asked for the address again', async () => {
  const { node, asked, round } = await nodeWith([OWN], peers(failed, ['1.1.0.1', '1.1.0.2', '1.1.9.9']))
  await round()
  expect(asked).toHaveLength(1)
  await round()
  expect(asked).toHaveLength(1)
  expect(node.report()).toMatchObject({ overall: 'Unknown', unknown: [OWN] })
})

test('a peer that names another address, or refuses, has not voted', async () => {
  const { node, asked, round } = await nodeWith([OWN], [
    ...peers(() => reached('/ip4/198.51.101.8/tcp/9')),
    ...peers(() => ({ status: DIAL_STATUS.dialRefused }), ['7.7.0.1', '8.8.0.1'])
  ])
  await round()
  expect(asked).toHaveLength(8)
  expect(node.report()).toEqual({ overall: 'Unknown', reachable: [], unreachable: [], unknown: [OWN] })
})

test("an address that several peers observe is tried at the node's own ports, and announced once reached", async () => {
  const { node, reported, round } = await nodeWith(
    IN_NET,
    peers(
      (address) => address.endsWith('/tcp/4001') ? reached(address) : failed(),
      [...HOSTS, '7.7.0.1', '8.8.0.1'],
      `${SEEN}/tcp/61234`
    )
  )
  await round()
  expect(node.report()).toEqual({
    overall: 'Public',
    reachable: [`${SEEN}/tcp/4001`],
    unreachable: [],
    unknown: []
  })
  // Both addresses are tested concurrently.
  expect([...reported].sort()).toEqual([`+ ${SEEN}/tcp/4001 observed`, `- ${SEEN}/tcp/4002/ws`])
})

test('an address that only one peer observes is not tried', async () => {
  const [first, ...others] = peers(reached)
  const { node, asked, round } = await nodeWith(IN_NET, [{ ...first, sees: `${SEEN}/tcp/61234` }, ...others])
  await round()
  expect(asked).toEqual([])
  expect(node.report()).toEqual({ overall: 'Unknown', reachable: [], unreachable: [], unknown: [] })
})
