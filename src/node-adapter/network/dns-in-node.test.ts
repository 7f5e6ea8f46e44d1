import { promisify } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import { startDohServer } from '../../testing/http/doh-server.ts'
import type { DohServer, DohServerInit } from '../../testing/http/doh-server.ts'
import { startSwarmNode } from '../../testing/peers/swarm-node.ts'
import { DnsInNode } from './dns-in-node.ts'
import { forgeAddress } from './forge-address.ts'

const PEER = 'k51qzi5uqu5dm0t4vbwri4lkg76q03b4x9tsvekgvbu4zli6454ff7w8wdosa4'
const stops: Array<() => Promise<unknown>> = []
afterEach(async () => {
  for (const stop of stops.splice(0)) {
    await stop()
  }
})

type SwarmNode = Awaited<ReturnType<typeof startSwarmNode>>

async function startNode (config: Record<string, never> = {}): Promise<SwarmNode> {
  const node = await startSwarmNode({ config })
  stops.push(async () => {
    await node.node.stop()
  })
  return node
}

async function startDoh (init: DohServerInit): Promise<DohServer> {
  const server = await startDohServer(init)
  stops.push(server.close)
  return server
}

const withResolvers = (resolvers: Record<string, string>, more: object = {}): Record<string, never> =>
  ({ 'DNS.Resolvers': resolvers, ...more }) as never

/** Returns the two addresses of a node, with a name instead of its IP address. */
function namedAddresses (node: SwarmNode, name: string): string[] {
  return node.addresses.filter((address) => address.startsWith('/ip4/127.0.0.1/')).map((address) =>
    address.replace('/ip4/127.0.0.1/', `/${name}/`)
  )
}

async function connects (node: SwarmNode, address: string): Promise<void> {
  expect((await node.rpc(`swarm/connect?arg=${encodeURIComponent(address)}`)).lines).toEqual([{
    Strings: [expect.stringMatching(/ success$/)]
  }])
}

describe('DNS.Resolvers applies to addresses of peers', () => {
  test.each([['message', 'dns4'], ['message', 'dns'], ['json', 'dns4']] as const)(
    'such as /%s %s, over TCP and WebSockets',
    async (form, kind) => {
      const doh = await startDoh({ zone: { 'peer.example': { addresses: ['127.0.0.1'] } }, forms: [form] })
      const server = await startNode()

      for (const address of namedAddresses(server, `${kind}/peer.example`)) {
        const node = await startNode(withResolvers({ 'example.': doh.url }))
        await connects(node, address)
      }

      expect(doh.asked).toContain(`${form} peer.example`)
    }
  )

  test('/dns4 stands for IPv4 addresses alone, and /dns6 for IPv6 addresses', async () => {
    const doh = await startDoh({ zone: { 'four.example': { addresses: ['127.0.0.1'] } } })
    const server = await startNode()

    for (const address of namedAddresses(server, 'dns6/four.example')) {
      const node = await startNode(withResolvers({ 'example.': doh.url }))
      const { lines: [error] } = await node.rpc(`swarm/connect?arg=${encodeURIComponent(address)}`)
      expect(error).toMatchObject({ Message: expect.stringContaining('no such record') })
      expect(doh.askedTypes.splice(0)).toEqual(['AAAA'])
    }

    for (const address of namedAddresses(server, 'dns4/four.example')) {
      const node = await startNode(withResolvers({ 'example.': doh.url }))
      await connects(node, address)
      expect(doh.askedTypes.splice(0)).toEqual(['A'])
    }
  })

  test('such as /dnsaddr', async () => {
    const server = await startNode()
    const doh = await startDoh({
      zone: { '_dnsaddr.peers.example': server.addresses.map((address) => `dnsaddr=${address}`) }
    })
    const node = await startNode(withResolvers({ '.': doh.url }))
    await connects(node, `/dnsaddr/peers.example/p2p/${server.node.identity.peerId}`)
    expect(doh.asked).toContain('message _dnsaddr.peers.example')
  })
})

test('an AutoTLS name resolves to the IP address in it, without a DNS query', async () => {
  const doh = await startDoh({ zone: {} })
  const server = await startNode()

  for (const address of namedAddresses(server, `dns4/127-0-0-1.${PEER}.libp2p.direct`)) {
    const node = await startNode(withResolvers({ '.': doh.url }))
    await connects(node, address)
  }

  expect(doh.asked).toEqual([])
})

/** Cases of Kubo's `core/node/p2pforge_resolver.go`. */
describe('the IP address of an AutoTLS name', () => {
  const config = (values: Record<string, unknown> = {}): Parameters<typeof forgeAddress>[0] =>
    ({ get: (key: string) => values[key] }) as never

  test.each([
    [`1-2-3-4.${PEER}.libp2p.direct`, '1.2.3.4'],
    [`1-2-3-4.${PEER}.LIBP2P.direct.`, '1.2.3.4'],
    [`2001-db8--1.${PEER}.libp2p.direct`, '2001:db8::1'],
    [`0--1.${PEER}.libp2p.direct`, '0::1'],
    [`--1.${PEER}.libp2p.direct`, undefined],
    [`1-2-3.${PEER}.libp2p.direct`, undefined],
    [`1-2-3-400.${PEER}.libp2p.direct`, undefined],
    ['1-2-3-4.notapeer.libp2p.direct', undefined],
    [`${PEER}.libp2p.direct`, undefined],
    [`a.1-2-3-4.${PEER}.libp2p.direct`, undefined],
    [`1-2-3-4.${PEER}.xlibp2p.direct`, undefined],
    [`1-2-3-4.${PEER}.own.example`, undefined],
    ['libp2p.direct', undefined]
  ])('%s is %s', (name, address) => {
    expect(forgeAddress(config(), name)).toBe(address)
  })

  test('also comes from a custom domain, and is undefined if AutoTLS.SkipDNSLookup is false', () => {
    expect(forgeAddress(config({ 'AutoTLS.DomainSuffix': 'own.example' }), `1-2-3-4.${PEER}.own.example`)).toBe(
      '1.2.3.4'
    )
    expect(forgeAddress(config({ 'AutoTLS.DomainSuffix': 'own.example' }), `1-2-3-4.${PEER}.libp2p.direct`)).toBe(
      '1.2.3.4'
    )
    expect(forgeAddress(config({ 'AutoTLS.SkipDNSLookup': false }), `1-2-3-4.${PEER}.libp2p.direct`)).toBeUndefined()
  })
})

describe('a lookup for a socket', () => {
  test('returns the addresses of the requested family', async () => {
    const doh = await startDoh({
      zone: {
        'both.example': { addresses: ['192.0.2.1', '2001:db8:0:0:0:0:0:1'] },
        'four.example': { addresses: ['192.0.2.2'] }
      }
    })
    const node = await startNode(withResolvers({ 'example.': doh.url }))
    const lookup = promisify(new DnsInNode(node.node.config).lookup) as unknown as (
      name: string,
      options: object
    ) => Promise<unknown>
    const [v4, v6] = [{ address: '192.0.2.1', family: 4 }, { address: '2001:db8:0:0:0:0:0:1', family: 6 }]
    expect(await lookup('both.example', { all: true })).toEqual([v4, v6])
    expect(await lookup('both.example', { all: true, family: 6 })).toEqual([v6])
    expect(await lookup('both.example', { family: 4 })).toEqual('192.0.2.1')
    expect(await lookup('four.example', { all: true })).toEqual([{ address: '192.0.2.2', family: 4 }])
    await expect(lookup('four.example', { family: 6 })).rejects.toMatchObject({ code: 'ENOTFOUND' })
    await expect(lookup('none.example', {})).rejects.toMatchObject({ code: 'ENOTFOUND' })
    expect(await lookup('localhost', { family: 4 })).toBe('127.0.0.1')
  })
})
