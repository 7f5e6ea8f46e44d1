import { generateKeyPair } from '@libp2p/crypto/keys'
import { peerIdFromString } from '@libp2p/peer-id'
import { base32 } from 'multiformats/bases/base32'
import { CID as IpldCid } from 'multiformats/cid'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AcceptedRecords } from '../../delegated-router/accepted-records.ts'
import type { DelegatedRouter } from '../../delegated-router/delegated-router.ts'
import { RunningRequests } from '../../gateway/steps/refusals.ts'
import { createRecord } from '../../names/record/create-record.ts'
import type { IpfsNode } from '../../node/interface/ipfs-node.ts'
import { announceToNetwork } from '../../node/maintenance/announce-to-network.ts'
import type { Dht } from '../../swarm/dht.ts'
import { EmptyTableError } from '../../swarm/swarm-errors.ts'
import { startSwarmNode } from '../../testing/peers/swarm-node.ts'
import { TestNode } from '../../testing/test-node.ts'
import { routingV1 } from './routing-v1.ts'
import type { RoutingV1Options } from './routing-v1.ts'

const CID = 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'
const PEER = '12D3KooWRBhwfeP2Y4CDkFRBAZ1pmxUadH36TKuk3KtKm5XXP8mA'
const RECORD = 'application/vnd.ipfs.ipns-record'

let lonely: IpfsNode

beforeAll(async () => {
  lonely = (await TestNode.start({ online: true })).node
})
afterAll(async () => {
  await lonely.stop()
})

async function asked (
  node: IpfsNode,
  method: string,
  path: string,
  init: RequestInit = {},
  options: Partial<RoutingV1Options> = {}
): Promise<Response> {
  const url = new URL(`http://node/routing/v1/${path}`)
  return await routingV1(new Request(url, { method, ...init }), decodeURIComponent(url.pathname), new Headers(), node, {
    taken: new AcceptedRecords({ datastore: node.datastore }),
    running: new RunningRequests(),
    ...options
  })
}

async function ask (method: string, path: string): Promise<[number, string]> {
  const response = await asked(lonely, method, path)
  return [response.status, await response.text()]
}

describe('a node without a router', () => {
  test('knows no providers', async () => {
    expect(await ask('GET', `providers/${CID}`)).toEqual([200, '{"Providers":[]}'])
  })

  test('knows no peers, in any form of their ID', async () => {
    expect(await ask('GET', `peers/${PEER}`)).toEqual([200, '{"Peers":[]}'])
    expect(await ask('GET', `peers/${CID}`)).toEqual([200, '{"Peers":[]}'])
  })

  test.each(['HEAD', 'POST', 'PUT', 'OPTIONS', 'DELETE'])('refuses %s as Kubo does', async (method) => {
    expect(await ask(method, `providers/${CID}`)).toEqual([405, ''])
  })

  test('reports an invalid key', async () => {
    expect(await ask('GET', 'providers/x')).toEqual([400, expect.stringMatching(/^unable to parse CID: /)])
    expect(await ask('GET', 'peers/x')).toEqual([400, expect.stringMatching(/^unable to parse PeerID "x": /)])
    expect(await ask('GET', 'ipns/x')).toEqual([400, expect.stringMatching(/^unable to parse CID: /)])
  })

  test.each(['x/y', 'providers', `providers/${CID}/x`])('has no other path: %s', async (path) => {
    expect((await ask('GET', path))[0]).toBe(404)
  })
})

describe('a node with a router that announces its blocks', () => {
  const ADDRESSES = ['/ip4/192.0.2.1/tcp/4001', '/dns4/peer.test/tcp/443/tls/ws']
  let node: Awaited<ReturnType<typeof startSwarmNode>>
  let router: Server
  let own: string

  beforeAll(async () => {
    const record = { Schema: 'peer', ID: PEER, Addrs: ADDRESSES, Protocols: [] }
    router = createServer((request, response) => {
      response.setHeader('Content-Type', 'application/json')
      response.end(JSON.stringify({ [request.url?.includes('/peers/') === true ? 'Peers' : 'Providers']: [record] }))
    })
    await new Promise<void>((resolve) => {
      router.listen(0, '127.0.0.1', resolve)
    })
    const Endpoint = `http://127.0.0.1:${(router.address() as AddressInfo).port}`
    node = await startSwarmNode({
      providing: announceToNetwork,
      delegatedRouting: { auto: false },
      config: {
        'Routing.Type': 'custom',
        'Routing.Routers': { r: { Type: 'http', Parameters: { Endpoint } } },
        'Routing.Methods': Object.fromEntries(
          ['find-providers', 'find-peers', 'get-ipns', 'put-ipns', 'provide'].map((name) => [name, { RouterName: 'r' }])
        )
      }
    })
    const form = new FormData()
    form.append('file', new Blob(['here']), 'f')
    own = ((await node.rpc('add?cid-version=1', { body: form })).lines[0] as { Hash: string }).Hash
  })

  afterAll(async () => {
    await node.node.stop()
    router.close()
  })

  const self = (): object => ({
    Schema: 'peer',
    ID: String(node.node.identity.peerId),
    Addrs: expect.arrayContaining([expect.stringMatching(/^\/ip4\/127/)]) as unknown as string[]
  })
  const found = { Schema: 'peer', ID: PEER, Addrs: ADDRESSES }

  test('returns itself and the providers of the router', async () => {
    const response = await asked(node.node, 'GET', `providers/${own}`)
    expect(await response.json()).toEqual({ Providers: [self(), found] })
    expect(response.headers.get('Cache-Control')).toMatch(/^public, max-age=300,/)
    expect(await (await asked(node.node, 'GET', `providers/${CID}`)).json()).toMatchObject({
      Providers: expect.arrayContaining([found]) as object[]
    })
  })

  test('answers as a stream of lines, and applies filters', async () => {
    const response = await asked(node.node, 'GET', `providers/${own}?filter-addrs=ws,unknown`, {
      headers: { Accept: 'application/x-ndjson' }
    })
    expect(response.headers.get('Content-Type')).toBe('application/x-ndjson')
    const lines = (await response.text()).trim().split('\n').map((line) =>
      JSON.parse(line) as { ID: string; Addrs: string[] }
    )
    expect(lines.map(({ ID }) => ID)).toEqual([String(node.node.identity.peerId), PEER])
    expect(lines.flatMap(({ Addrs }) => Addrs).every((address) => address.includes('/ws'))).toBe(true)
    expect(await (await asked(node.node, 'GET', `providers/${own}?filter-protocols=transport-bitswap`)).json()).toEqual(
      { Providers: [] }
    )
  })

  test('returns the addresses of a peer', async () => {
    expect(await (await asked(node.node, 'GET', `peers/${PEER}`)).json()).toEqual({ Peers: [found] })
  })
})

describe('closest peers (IPIP-476)', () => {
  const NEAR = [{ ID: PEER, Addrs: ['/ip4/192.0.2.1/tcp/4001'] }, { ID: CID, Addrs: [] }]

  function withDht (nearest: Dht['nearest']): IpfsNode {
    const { config } = lonely
    return { ...lonely, config, swarm: { get: async () => ({ dht: { nearest } }) } } as unknown as IpfsNode
  }

  test.each([
    PEER,
    `${peerIdFromString(PEER).toCID()}`,
    peerIdFromString(PEER).toCID().toString(base32),
    `${IpldCid.createV1(0x55, peerIdFromString(PEER).toMultihash())}`
  ])('are those of the public DHT, nearest first: %s', async (key) => {
    const keys: Array<[Uint8Array, boolean | undefined]> = []
    const node = withDht(async (key, { isPublic }) => {
      keys.push([key, isPublic])
      return NEAR
    })
    const response = await asked(node, 'GET', `dht/closest/peers/${key}`)
    expect(await response.json()).toEqual({ Peers: NEAR.map((peer) => ({ Schema: 'peer', ...peer })) })
    expect(keys).toEqual([[peerIdFromString(PEER).toMultihash().bytes, true]])
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'public, max-age=300, stale-while-revalidate=172800, stale-if-error=172800',
      'content-type': 'application/json',
      'last-modified': expect.stringContaining('GMT') as string,
      vary: 'Accept'
    })
  })

  test('come as lines if the client accepts them, and are not filtered', async () => {
    const response = await asked(withDht(async () => NEAR), 'GET', `dht/closest/peers/${CID}?filter-addrs=ws`, {
      headers: { Accept: 'application/json;q=0.5, application/x-ndjson' }
    })
    expect(response.headers.get('Content-Type')).toBe('application/x-ndjson')
    expect(await response.text()).toBe(NEAR.map((peer) => `${JSON.stringify({ Schema: 'peer', ...peer })}\n`).join(''))
  })

  test('none is a short-lived answer', async () => {
    const response = await asked(withDht(async () => []), 'GET', `dht/closest/peers/${CID}`)
    expect([response.status, await response.text()]).toEqual([200, '{"Peers":[]}'])
    expect(response.headers.get('Cache-Control')).toMatch(/^public, max-age=15,/)
  })

  test('a node without DHT, and a DHT without servers, answer as Kubo does', async () => {
    expect(await ask('GET', `dht/closest/peers/${CID}`)).toEqual([
      500,
      'delegate error: GetClosestPeers not supported: DHT is not available'
    ])
    const empty = withDht(async () => {
      throw new EmptyTableError()
    })
    const response = await asked(empty, 'GET', `dht/closest/peers/${CID}`)
    expect([response.status, await response.text()]).toEqual([
      500,
      'delegate error: failed to find any peer in table'
    ])
  })

  test('a router for peers that announce answers with those instead', async () => {
    const announced = { closest: () => [{ id: PEER, addresses: ['/ip4/192.0.2.1/tcp/4001'] }] }
    const response = await asked(lonely, 'GET', `dht/closest/peers/${CID}`, {}, {
      announced: announced as unknown as DelegatedRouter
    })
    expect(await response.json()).toEqual({ Peers: [{ Schema: 'peer', ...NEAR[0] }] })
  })

  test.each([
    [
      'dht/closest/peers/x',
      {},
      /^unable to parse key "x": unable to parse as CID or PeerID: invalid cid: .*\n.*peer ID/
    ],
    [`dht/closest/peers/${CID}`, { Accept: 'text/html' }, /^no supported content types$/m],
    [`providers/${CID}`, { Accept: 'text/html' }, /^no supported content types$/m],
    [`peers/${PEER}`, { Accept: 'application/' }, /^unable to parse Accept header: mime: expected token after slash$/m]
  ])('refuses %s with %j', async (path, headers, text) => {
    const response = await asked(lonely, 'GET', path, { headers: headers as HeadersInit })
    expect([response.status, await response.text()]).toEqual([400, expect.stringMatching(text)])
  })

  test.each(['dht', 'dht/closest', 'dht/closest/peers', 'dht/closest/peers/', `dht/closest/keys/${CID}`, 'providers/'])(
    'has no path %s',
    async (path) => {
      expect((await ask('GET', path))[0]).toBe(404)
    }
  )
})

describe('names', () => {
  const accept = { headers: { Accept: RECORD } }

  test('that are published here are served, others are not found', async () => {
    const node = await TestNode.start({ online: true })
    await node.rpc('name/publish?arg=/ipfs/bafkqaaa')
    const { peerId } = node.node.identity
    const response = await asked(node.node, 'GET', `ipns/${peerId.toCID().toString()}`, accept)
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, RECORD])
    expect(response.headers.get('Cache-Control')).toMatch(/^public, max-age=\d+, stale-while-revalidate=\d+/)
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100)

    const missing = await asked(node.node, 'GET', `ipns/${PEER}`, accept)
    expect([missing.status, await missing.text()]).toEqual([200, 'delegate error: routing: not found'])
    expect((await asked(node.node, 'GET', `ipns/${PEER}`, { headers: { Accept: 'text/html' } })).status).toBe(406)
    await node.node.stop()
  })

  test.each([
    [600, 120, /^public, max-age=1(20|19|18), stale-while-revalidate=0, stale-if-error=0$/],
    [60, 120, /^public, max-age=60, stale-while-revalidate=(60|59|58), stale-if-error=(60|59|58)$/]
  ])('with a TTL of %d s are cached no longer than their %d s of validity', async (ttl, lifetime, lifetimes) => {
    const { node } = await TestNode.start({ online: true })
    const key = await generateKeyPair('Ed25519')
    const name = key.publicKey.toCID().toString()
    const body = await createRecord(key, {
      value: '/ipfs/bafkqaaa',
      sequence: 1n,
      ttlNs: BigInt(ttl) * 1_000_000_000n,
      validityMs: Date.now() + lifetime * 1000,
      v1compat: true
    }) as Uint8Array<ArrayBuffer>
    await asked(node, 'PUT', `ipns/${name}`, { body, headers: { 'Content-Type': RECORD } })
    const response = await asked(node, 'GET', `ipns/${name}`, accept)
    expect(response.headers.get('Cache-Control')).toMatch(lifetimes)
    await node.stop()
  })

  test('that are signed elsewhere are accepted, those with a wrong key are rejected', async () => {
    const [there, here] = await Promise.all([TestNode.start({ online: true }), TestNode.start({ online: true })])
    await there.rpc('name/publish?arg=/ipfs/bafkqaaa')
    const name = there.node.identity.peerId.toCID().toString()
    const body = await (await asked(there.node, 'GET', `ipns/${name}`, accept)).arrayBuffer()
    const put = async (to: string, type = RECORD): Promise<number> =>
      (await asked(here.node, 'PUT', `ipns/${to}`, { body, headers: { 'Content-Type': type } })).status
    expect(await put(PEER)).toBe(400)
    expect(await put(name, 'text/plain')).toBe(406)
    expect(await put(name)).toBe(200)
    expect((await here.rpc(`name/resolve?arg=/ipns/${name}`)).lines).toMatchObject([{ Path: '/ipfs/bafkqaaa' }])
    await Promise.all([there, here].map(async ({ node }) => {
      await node.stop()
    }))
  })

  test('from anonymous senders are limited in number; those of the node do not count', async () => {
    const here = await TestNode.start({ online: true })
    const taken = new AcceptedRecords({ datastore: here.node.datastore, maxRecords: 1 })
    await here.rpc('name/publish?arg=/ipfs/bafkqaaa')
    const keys = [
      here.node.identity.privateKey,
      ...await Promise.all([1, 2].map(async () => await generateKeyPair('Ed25519')))
    ]
    const names = keys.map((key) => key.publicKey.toCID().toString())

    for (const [i, key] of keys.entries()) {
      const body = await createRecord(key, {
        value: '/ipfs/bafkqaaa',
        sequence: 9n,
        validityMs: Date.now() + 3_600_000,
        ttlNs: 1n,
        v1compat: true
      }) as Uint8Array<ArrayBuffer>
      expect(
        (await asked(here.node, 'PUT', `ipns/${names[i]}`, { body, headers: { 'Content-Type': RECORD } }, { taken }))
          .status
      ).toBe(200)
    }

    const types = await Promise.all(
      names.map(async (name) => (await asked(here.node, 'GET', `ipns/${name}`, accept)).headers.get('Content-Type'))
    )
    expect(types.map((type) => type === RECORD)).toEqual([true, false, true])
    await here.node.stop()
  })
})

describe('a router with many requests', () => {
  const running = new RunningRequests()

  test('refuses requests above its limit, and accepts them again afterwards', async () => {
    let end = (): void => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const findProviders = async function* (): AsyncGenerator<never> {
      await ended
    }
    const node = Object.create(lonely, { routing: { value: { findProviders } } }) as IpfsNode
    const ask = async (init?: RequestInit): Promise<Response> =>
      await asked(node, 'GET', `providers/${CID}`, init, { running, maxRequests: 2 })
    const leaving = new AbortController()
    const first = ask()
    const second = ask({ headers: { Accept: 'application/x-ndjson' }, signal: leaving.signal })
    const third = await ask()
    expect([third.status, third.headers.get('Retry-After')]).toEqual([429, '60'])
    leaving.abort()
    const fourth = ask()
    expect((await ask()).status).toBe(429)
    end()
    expect((await Promise.all([first, second, fourth])).map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await ask()).status).toBe(200)
  })

  test('returns the protocols of announced peers, and filters by them', async () => {
    const announced = {
      providers: () => [{ id: PEER, addresses: ['/ip4/192.0.2.1/tcp/4001'] }],
      peer: () => ({ id: PEER, addresses: ['/ip4/192.0.2.1/tcp/4001'] })
    } as unknown as DelegatedRouter
    const expected = { Schema: 'peer', ID: PEER, Addrs: ['/ip4/192.0.2.1/tcp/4001'], Protocols: ['transport-bitswap'] }
    const ask = async (path: string): Promise<unknown> =>
      await (await asked(lonely, 'GET', path, {}, { announced })).json()
    expect(await ask(`providers/${CID}?filter-protocols=transport-bitswap`)).toEqual({ Providers: [expected] })
    expect(await ask(`peers/${PEER}?filter-protocols=unknown,transport-bitswap`)).toEqual({ Peers: [expected] })
    expect(await ask(`providers/${CID}?filter-protocols=unknown`)).toEqual({ Providers: [] })
  })

  test('does not parse keys that are too long', async () => {
    expect((await asked(lonely, 'GET', `providers/z${'Q'.repeat(2000)}`)).status).toBe(400)
  })
})
