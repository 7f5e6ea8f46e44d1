import { tcp } from '@libp2p/tcp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startSwarmNode } from '../testing/peers/swarm-node.ts'
import { openLibp2pSwarm } from './open-libp2p-swarm.ts'

type SwarmNode = Awaited<ReturnType<typeof startSwarmNode>>

let nodes: SwarmNode[]
let a: SwarmNode
let b: SwarmNode

beforeEach(async () => {
  nodes = []
  a = await start()
  b = await start()
})

afterEach(async () => {
  await Promise.all(nodes.map(async ({ node }) => {
    await node.stop()
  }))
})

async function start (init?: Parameters<typeof startSwarmNode>[0]): Promise<SwarmNode> {
  const node = await startSwarmNode(init)
  nodes.push(node)
  return node
}

const idOf = ({ node }: SwarmNode): string => node.identity.peerId.toString()
const tcpOf = ({ addresses }: SwarmNode): string => addresses.find((address) => !address.includes('/ws')) ?? ''
const wsOf = ({ addresses }: SwarmNode): string => addresses.find((address) => address.includes('/ws')) ?? ''

async function connect (from: SwarmNode, address: string): Promise<void> {
  expect((await from.rpc(`swarm/connect?arg=${address}`)).lines).toEqual([{
    Strings: [expect.stringMatching(/ success$/)]
  }])
}

async function add (node: SwarmNode, bytes: Uint8Array): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([bytes as BlobPart]), 'f')
  return ((await node.rpc('add?cid-version=1&pin=false', { body: form })).lines[0] as { Hash: string }).Hash
}

async function cat (node: SwarmNode, cid: string): Promise<Uint8Array> {
  return new Uint8Array(await (await node.open(`cat?arg=${cid}&timeout=60s`)).arrayBuffer())
}

function noise (length: number, seed = 1): Uint8Array {
  let x = seed
  return Uint8Array.from({ length }, () => {
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    return x & 255
  })
}

test('a node that needs no peers opens no swarm', async () => {
  const { TestNode } = await import('../testing/test-node.ts')
  let opened = 0
  const node = await TestNode.start({
    openSwarm: async () => {
      opened++
      throw new Error('no')
    }
  })
  const cid = await node.rpc('block/put', { body: form('here') })
  expect((await node.rpc(`block/get?arg=${(cid.lines[0] as { Key: string }).Key}`)).text).toBe('here')
  expect(opened).toBe(0)
  expect((await node.rpc('swarm/peers')).lines).toMatchObject([{ Message: 'no' }])
  expect((await node.rpc('id')).lines).toMatchObject([{ Addresses: null }])
  expect(opened).toBe(2)
})

function form (text: string): FormData {
  const form = new FormData()
  form.append('data', new Blob([text]), 'd')
  return form
}

describe.each([['TCP', tcpOf], ['WebSockets', wsOf]])('over %s', (_, addressOf) => {
  test('transfers a file both ways, each block once', async () => {
    await connect(a, addressOf(b))
    const there = noise(3_000_000, 7)
    const here = noise(2_000_000, 9)
    const theirs = await add(b, there)
    const ours = await add(a, here)

    expect(Buffer.compare(await cat(a, theirs), there)).toBe(0)
    expect(Buffer.compare(await cat(b, ours), here)).toBe(0)
    expect((await a.rpc('bitswap/stat')).lines).toMatchObject([{
      DupBlksReceived: 0,
      BlocksReceived: 13,
      Wantlist: []
    }])
    expect((await a.rpc(`bitswap/ledger?arg=${idOf(b)}`)).lines).toMatchObject([{ Exchanged: 13 + 9 }])
    const bw = (await a.rpc('stats/bw?proto=/ipfs/bitswap/1.2.0')).lines[0] as { TotalIn: number; TotalOut: number }
    expect(bw.TotalIn).toBeGreaterThan(3_000_000)
    expect(bw.TotalOut).toBeGreaterThan(2_000_000)
    expect((await a.rpc(`stats/bw?peer=${idOf(b)}`)).lines).toMatchObject([{ TotalIn: expect.any(Number) as number }])
  })
})

test('a block that a peer gets later is sent then', async () => {
  await connect(a, tcpOf(b))
  const bytes = noise(1000)
  const cid = await add(await start(), bytes)
  const got = cat(a, cid)
  await expect.poll(async () => (await b.rpc(`bitswap/wantlist?peer=${idOf(a)}`)).lines).toEqual([{
    Keys: [{ '/': cid }]
  }])
  expect((await a.rpc('bitswap/wantlist')).lines).toEqual([{ Keys: [{ '/': cid }] }])
  await add(b, bytes)
  expect(await got).toEqual(bytes)
  expect((await b.rpc(`bitswap/wantlist?peer=${idOf(a)}`)).lines).toEqual([{ Keys: null }])
})

test('a want is cancelled when no request waits for it', async () => {
  await connect(a, tcpOf(b))
  const cid = await add(await start(), noise(1000))
  expect((await a.rpc(`block/get?arg=${cid}&timeout=300ms`)).status).toBe(500)
  await expect.poll(async () => (await b.rpc(`bitswap/wantlist?peer=${idOf(a)}`)).lines).toEqual([{ Keys: null }])
})

test('a peer that connects while a block is awaited is asked for it', async () => {
  const bytes = noise(300_000)
  const cid = await add(b, bytes)
  const got = cat(a, cid)
  await expect.poll(async () => (await b.rpc('diag/cmds')).status).toBe(200) // a task later the want exists
  await connect(b, tcpOf(a))
  expect(Buffer.compare(await got, bytes)).toBe(0)
})

test('with several peers each block arrives once, from those that have it', async () => {
  const c = await start()
  const d = await start()
  const bytes = noise(4_000_000, 3)
  const cid = await add(b, bytes)
  await add(c, bytes)

  for (const peer of [b, c, d]) {
    await connect(a, tcpOf(peer))
  }

  expect(Buffer.compare(await cat(a, cid), bytes)).toBe(0)
  const stat = (await a.rpc('bitswap/stat')).lines[0] as { BlocksReceived: number; DupBlksReceived: number }
  expect(stat.BlocksReceived - stat.DupBlksReceived).toBe(17)
  // A small root may come from every peer that has it.
  expect(stat.DupBlksReceived).toBeLessThanOrEqual(2)
})

test('a peer that dies during a transfer is replaced by another', async () => {
  const c = await start()
  const bytes = noise(6_000_000, 5)
  const cid = await add(b, bytes)
  await connect(a, tcpOf(b))
  const got = cat(a, cid)
  await expect.poll(async () => ((await a.rpc('bitswap/stat')).lines[0] as { BlocksReceived: number }).BlocksReceived)
    .toBeGreaterThan(2)
  await b.node.stop()
  await add(c, bytes)
  await connect(a, tcpOf(c))
  expect(Buffer.compare(await got, bytes)).toBe(0)
})

test('a filtered network is not connected to, from either side', async () => {
  await a.rpc('swarm/filters/add?arg=/ip4/127.0.0.0/ipcidr/8')
  expect((await a.rpc(`swarm/connect?arg=${tcpOf(b)}`)).lines).toMatchObject([{
    Message: `connect ${idOf(b)} failure: failed to dial: failed to dial ${idOf(b)}: no good addresses\n  * [${
      tcpOf(b).split('/p2p/')[0]
    }] gater disallows connection to peer`
  }])
  expect((await b.rpc(`swarm/connect?arg=${tcpOf(a)}&timeout=5s`)).status).toBe(500)
  await a.rpc('swarm/filters/rm?arg=all')
  await connect(a, tcpOf(b))
})

test('peers of peering are connected, and again after a lost connection', async () => {
  await a.rpc(`swarm/peering/add?arg=${tcpOf(b)}`)
  const seen = async (): Promise<string | undefined> =>
    ((await b.rpc('swarm/peers')).lines as Array<{ Peers: Array<{ Addr: string }> | null }>)[0].Peers?.[0].Addr
  await expect.poll(seen).toBeDefined()
  const before = await seen()
  await b.rpc(`swarm/disconnect?arg=/p2p/${idOf(a)}`)
  // It connects from another port.
  await expect.poll(async () => ![undefined, before].includes(await seen())).toBe(true)
})

test('peers of the bootstrap list are connected automatically', async () => {
  const c = await start({ config: { Bootstrap: [wsOf(b)] } })
  await expect.poll(async () => (await c.rpc('swarm/peers')).lines).toMatchObject([{ Peers: [{ Peer: idOf(b) }] }])
})

test('failing addresses are reported one by one', async () => {
  const id = idOf(b)
  const { lines } = await a.rpc(
    `swarm/connect?arg=/ip4/127.0.0.1/tcp/1/p2p/${id}&arg=/ip4/127.0.0.1/udp/1/quic-v1/p2p/${id}`
  )
  const { Message } = lines[0] as { Message: string }
  expect(Message).toContain(`connect ${id} failure: failed to dial: failed to dial ${id}: all dials failed\n`)
  expect(Message).toContain('* [/ip4/127.0.0.1/udp/1/quic-v1] no transport for protocol')
  expect(Message).toContain('* [/ip4/127.0.0.1/tcp/1] dial tcp4 127.0.0.1:1: connect: connection refused')
  expect((await a.rpc(`swarm/connect?arg=/ip4/127.0.0.1/udp/1/quic-v1/p2p/${id}`)).lines).toMatchObject([{
    Message: `connect ${id} failure: failed to dial: failed to dial ${id}: no good addresses\n  * ` +
      '[/ip4/127.0.0.1/udp/1/quic-v1] no transport for protocol'
  }])
})

test('an address that another peer answers is rejected', async () => {
  const other = '12D3KooWRL9VfRA6zNzYPGG7p9Gm2YsDHUobNU55oiiLMZGKZVDj'
  const { status, text } = await a.rpc(`swarm/connect?arg=${wsOf(b).replace(idOf(b), other)}`)
  expect([status, text]).toEqual([
    500,
    expect.stringContaining(
      `failed to negotiate security protocol: peer id mismatch: expected ${other}, but remote key matches ${idOf(b)}"`
    )
  ])
  expect((await a.rpc('swarm/peers')).lines).toEqual([{ Peers: null }])
})

test('offline=true shows the known data of a peer, and dials none', async () => {
  await connect(a, tcpOf(b))
  await expect.poll(async () => (await a.rpc(`id?arg=${idOf(b)}&offline=true`)).lines).toMatchObject([{
    ID: idOf(b),
    AgentVersion: expect.stringMatching(/./),
    Protocols: expect.arrayContaining(['/ipfs/ping/1.0.0'])
  }])
  await a.rpc(`swarm/disconnect?arg=/p2p/${idOf(b)}`)
  expect((await a.rpc(`id?arg=${idOf(b)}&offline=true`)).lines).toMatchObject([{
    Protocols: expect.arrayContaining(['/ipfs/ping/1.0.0'])
  }])
  expect((await a.rpc('swarm/peers')).lines).toEqual([{ Peers: null }])
})

test('the node reports its resources, and none are left when all peers are gone', async () => {
  await connect(a, tcpOf(b))
  expect((await a.rpc('swarm/resources')).lines).toMatchObject([{
    System: { ConnsUsage: 1, ConnsOutboundUsage: 1, ConnsInboundUsage: 0 },
    Peers: { [idOf(b)]: { ConnsUsage: 1 } }
  }])
  expect((await a.rpc('swarm/resources?encoding=text')).text).toMatch(
    new RegExp(
      String.raw`^Scope\t+Limit Name\t\tLimit Value\t\tLimit Usage Amount\tLimit Usage Percent\t\n` +
        String.raw`system\t+ConnsInbound\t\t\d+\t\t\t0\t\t\t0%\t\t\t\npeer:`
    )
  )

  // Go's XML has no maps
  expect((await a.rpc('swarm/addrs?encoding=xml')).text).toContain(
    '<Message>xml: unsupported type: map[string][]string</Message>'
  )
  expect((await a.rpc('swarm/resources?encoding=xml')).text).toContain(
    '<Message>xml: unsupported type: map[string]libp2p.ResourceLimitsAndUsage</Message>'
  )
  await a.rpc(`swarm/disconnect?arg=/p2p/${idOf(b)}`)
  await expect.poll(async () => (await a.rpc('swarm/resources')).lines).toMatchObject([{ System: { ConnsUsage: 0 } }])
})

test('of disconnected peers the last ones are remembered', async () => {
  const c = await start({
    openSwarm: async (deps) =>
      await openLibp2pSwarm({
        transports: [{ name: 'TCP', make: tcp() }],
        auto: false,
        lookupTxt: async () => [],
        limits: {
          maxInbound: 8,
          maxPending: 8,
          maxStreams: 64,
          windowBytes: 1024 * 1024,
          maxRemembered: 1,
          keepAlive: true
        }
      }, deps)
  })
  const known = async (): Promise<string[]> =>
    Object.keys(((await c.rpc('swarm/addrs')).lines[0] as { Addrs: object }).Addrs).filter((id) => id !== idOf(c))

  for (const [other, rest] of [[a, [a]], [b, [b]]] as Array<[SwarmNode, SwarmNode[]]>) {
    await connect(c, tcpOf(other))
    await c.rpc(`swarm/disconnect?arg=/p2p/${idOf(other)}`)
    await expect.poll(known).toEqual(rest.map(idOf))
  }
})

describe('a /dnsaddr address', () => {
  /** Starts a node with a fake DNS, and routers that know these addresses. */
  async function startWith (texts: Record<string, string[]>, routed: string[] = []): Promise<SwarmNode> {
    return await start({
      openSwarm: async (deps) =>
        await openLibp2pSwarm({
          transports: [{ name: 'TCP', make: tcp() }],
          auto: false,
          lookupTxt: async (name) => texts[name] ?? await Promise.reject(new Error('no server to ask is set')),
          refuses: () => undefined
        }, { ...deps, findPeer: async () => routed })
    })
  }

  test('leads to the requested peer of its records', async () => {
    const c = await startWith({
      '_dnsaddr.example.test': [`dnsaddr=${tcpOf(b)}`, 'dnsaddr=/dnsaddr/a.example.test'],
      '_dnsaddr.a.example.test': [`dnsaddr=${tcpOf(a)}`]
    })
    await connect(c, `/dnsaddr/example.test/p2p/${idOf(a)}`)
    expect((await c.rpc('swarm/peers')).lines).toMatchObject([{ Peers: [{ Peer: idOf(a) }] }])
  })

  test("is replaced by the routers' answer without DNS, or else reports the missing resolver", async () => {
    await connect(await startWith({}, [tcpOf(a)]), `/dnsaddr/example.test/p2p/${idOf(a)}`)
    const lost = await startWith({})
    expect((await lost.rpc(`swarm/connect?arg=/dnsaddr/example.test/p2p/${idOf(a)}`)).lines).toMatchObject([{
      Message: expect.stringContaining('[/dnsaddr/example.test] no server to ask is set') as string
    }])
  })

  test('can be a bootstrap peer', async () => {
    const c = await startWith({ '_dnsaddr.example.test': [`dnsaddr=${tcpOf(a)}`] })
    await c.rpc(
      `config?arg=Bootstrap&arg=${
        encodeURIComponent(JSON.stringify([`/dnsaddr/example.test/p2p/${idOf(a)}`]))
      }&json=true`
    )
    await c.node.swarm!.pause()
    await c.node.swarm!.get()
    await expect.poll(async () => (await c.rpc('swarm/peers')).lines).toMatchObject([{ Peers: [{ Peer: idOf(a) }] }])
  })
})
