import { equals } from 'multiformats/bytes'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parsePeerId } from '../../cid/peer-id/parse-peer-id.ts'
import type { Json } from '../../config/values/config.ts'
import { startServer } from '../../testing/http/http-fixtures.ts'
import type { TestServer } from '../../testing/http/http-fixtures.ts'
import { startSwarmNode } from '../../testing/peers/swarm-node.ts'
import { TestNode } from '../../testing/test-node.ts'

type SwarmNode = Awaited<ReturnType<typeof startSwarmNode>>

const NOBODY = '12D3KooWRL9VfRA6zNzYPGG7p9Gm2YsDHUobNU55oiiLMZGKZVDj'
let router: TestServer
let nodes: TestNode[]
let providers: Map<string, SwarmNode>
let dead: string[]

/** A delegated router that knows the nodes of a test. */
beforeEach(async () => {
  nodes = []
  providers = new Map()
  dead = []

  router = await startServer((request, response) => {
    const [, , , kind, key] = new URL(request.url ?? '', 'http://x').pathname.split('/')
    response.writeHead(200, { 'content-type': 'application/json' })
    const peer = (node: SwarmNode): object => ({ Schema: 'peer', ID: idOf(node), Addrs: node.addresses })
    const wrong = dead.map((ID) => ({ Schema: 'peer', ID, Addrs: ['/ip4/127.0.0.1/tcp/1'] }))
    const known = [...providers.values()].filter(({ node }) =>
      kind === 'peers' && equals(node.identity.peerId.toMultihash().bytes, parsePeerId(key).bytes)
    )
    response.end(
      JSON.stringify(
        kind === 'peers'
          ? { Peers: known.map(peer) }
          : { Providers: [...wrong, ...providers.has(key) ? [peer(providers.get(key)!)] : []] }
      )
    )
  })
})

afterEach(async () => {
  await Promise.all(nodes.map(async ({ node }) => {
    await node.stop()
  }))
  await router.close()
})

const idOf = ({ node }: TestNode): string => node.identity.peerId.toString()

async function start (config: Record<string, Json> = {}): Promise<SwarmNode> {
  const node = await startSwarmNode({
    delegatedRouting: { auto: false },
    config: { 'Routing.Type': 'delegated', 'Routing.DelegatedRouters': [router.url], ...config }
  })
  nodes.push(node)
  return node
}

async function add (node: TestNode, text: string): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([text]), 'f')
  return ((await node.rpc('add?cid-version=1&pin=false', { body: form })).lines[0] as { Hash: string }).Hash
}

test("a block that no connected peer has is fetched from a router's provider, after dead ones", async () => {
  const [a, b] = [await start(), await start()]
  const cid = await add(b, 'far away')
  providers.set(cid, b)
  dead.push(NOBODY)
  expect((await a.rpc(`cat?arg=${cid}&timeout=30s`)).text).toBe('far away')
  expect((await a.rpc('swarm/peers')).lines).toMatchObject([{ Peers: [{ Peer: idOf(b) }] }])
})

test('a peer is dialled by its ID only: connect, ping, id', async () => {
  const [a, b, c, d] = [await start(), await start(), await start(), await start()]
  providers.set('b', b)
  expect((await a.rpc(`swarm/connect?arg=/p2p/${idOf(b)}`)).lines).toEqual([{
    Strings: [`connect ${idOf(b)} success`]
  }])
  expect((await c.rpc(`ping?arg=${idOf(b)}&count=1`)).lines).toMatchObject([
    { Text: `Looking up peer ${idOf(b)}` },
    {},
    { Success: true },
    {}
  ])
  expect((await d.rpc(`id?arg=${idOf(b)}`)).lines).toMatchObject([{ ID: idOf(b) }])
  expect((await a.rpc(`swarm/connect?arg=/p2p/${NOBODY}`)).lines).toMatchObject([{
    Message: `connect ${NOBODY} failure: routing: not found`
  }])
})

test('findprovs and findpeer use routers, and findpeer an existing connection', async () => {
  const [a, b] = [await start(), await start()]
  const cid = await add(b, 'x')
  providers.set(cid, b)
  const bare = b.addresses.map((address) => address.replace(/\/p2p\/.*/, ''))
  const provider = { Extra: '', ID: '', Responses: [{ ID: idOf(b), Addrs: bare }], Type: 4 }
  expect((await a.rpc(`routing/findprovs?arg=${cid}`)).lines).toEqual([provider])
  expect((await a.rpc(`routing/findprovs?arg=${cid}&encoding=text`)).text).toBe(`${idOf(b)}\n`)
  expect((await a.rpc(`routing/findpeer?arg=${idOf(b)}`)).lines).toEqual([{ ...provider, Type: 2 }])
  expect((await a.rpc(`routing/findpeer?arg=${NOBODY}`)).lines).toMatchObject([{
    Extra: 'routing: not found',
    Type: 3
  }])
  await a.rpc(`swarm/connect?arg=${b.addresses[0]}`)
  const asked = router.asked.length
  expect((await a.rpc(`routing/findpeer?arg=${idOf(b)}`)).lines).toMatchObject([{
    Type: 2,
    Responses: [{ ID: idOf(b) }]
  }])
  expect(router.asked).toHaveLength(asked)
})

test('a node that is not a peer asks routers too, unless the request is offline', async () => {
  const b = await start()
  const node = await TestNode.start({
    delegatedRouting: { auto: false },
    config: { 'Routing.DelegatedRouters': [router.url] }
  })
  nodes.push(node)
  const cid = await add(b, 'y')
  providers.set(cid, b)
  expect((await node.rpc(`routing/findprovs?arg=${cid}`)).lines).toMatchObject([{ Type: 4 }])
  expect((await node.rpc(`routing/findprovs?arg=${cid}&offline=true`)).status).toBe(500)
})
