import { afterEach, describe, expect, test, vi } from 'vitest'
import { http1Get } from '../../http/http1/http1-get.ts'
import { startGoPeer, withGoPeer } from '../../testing/peers/go-peer.ts'
import { startSwarmNode } from '../../testing/peers/swarm-node.ts'

type Peer = Awaited<ReturnType<typeof startSwarmNode>>

/** Timeout of a process start on a busy machine. */
const HOOK_MS = 60_000
const MISSING = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'
const RAW = 'application/vnd.ipld.raw'

const running: Array<() => Promise<void>> = []

afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(
    running.splice(0).map(async (stop) => {
      await stop()
    })
  )
}, HOOK_MS)

async function start (config: Record<string, boolean> = {}): Promise<Peer> {
  const peer = await startSwarmNode({ config })
  running.push(async () => {
    await peer.node.stop()
  })
  return peer
}

async function connect (from: Peer, to: Peer): Promise<void> {
  expect((await from.rpc(`swarm/connect?arg=${to.addresses[0]}`)).status).toBe(200)
}

async function put (peer: Peer, text: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const form = new FormData()
  form.append('data', new Blob([text]), 'd')
  return ((await peer.rpc('block/put', { body: form })).lines[0] as { Key: string }).Key
}

async function fetchFrom (from: Peer, to: Peer, path: string, accept = '*/*'): Promise<[number, string]> {
  const swarm = await from.node.swarm!.get()
  const stream = await swarm.openStream(to.node.identity.id, '/http/1.1', { signal: AbortSignal.timeout(HOOK_MS) })
  const { status, body } = await http1Get(stream, path, { accept, maxBytes: 1_000_000 })
  await stream.closeWrite()
  return [status, new TextDecoder().decode(body)]
}

describe('the gateway for peers', () => {
  test('serves local blocks and CARs below /ipfs, and nothing else', async () => {
    const [server, client] = await Promise.all([start({ 'Experimental.GatewayOverLibp2p': true }), start()])
    const cid = await put(server, 'hello')
    await server.rpc('name/publish?arg=/ipfs/bafkqaaa')
    await connect(client, server)

    expect(await fetchFrom(client, server, `/ipfs/${cid}?format=raw`)).toEqual([200, 'hello'])
    expect(await fetchFrom(client, server, `/ipfs/${cid}`, RAW)).toEqual([200, 'hello'])
    expect((await fetchFrom(client, server, `/ipfs/${cid}?format=car`))[0]).toBe(200)
    expect((await fetchFrom(client, server, `/ipfs/${cid}`))[0]).toBe(406)
    expect((await fetchFrom(client, server, `/ipfs/${cid}`, 'text/html'))[1]).not.toContain('<')
    expect((await fetchFrom(client, server, `/ipfs/${MISSING}?format=raw`))[0]).toBe(404)
    expect(await fetchFrom(client, server, `/ipns/${server.node.identity.id}?format=ipns-record`)).toEqual([
      404,
      '404 page not found\n'
    ])
    expect((await fetchFrom(client, server, `/ipfs/../ipns/${server.node.identity.id}?format=ipns-record`))[0]).toBe(
      404
    )
    expect((await fetchFrom(client, server, '/api/v0/id'))[0]).toBe(404)
    expect((await fetchFrom(client, server, '/'))[0]).toBe(404)
    expect(await fetchFrom(client, server, '/version')).toEqual([200, 'Commit: \nClient Version: kubo/0.40.0\n'])
  })

  test('lists itself as a protocol', async () => {
    const [server, client] = await Promise.all([start({ 'Experimental.GatewayOverLibp2p': true }), start()])
    await connect(client, server)
    const path = '/.well-known/libp2p/protocols'
    expect(await fetchFrom(client, server, path, 'application/json')).toEqual([
      200,
      '{"/ipfs/gateway":{"path":"/"}}'
    ])
    expect((await fetchFrom(client, server, path, 'text/html'))[0]).toBe(406)
  })

  test('does not fetch for a stranger, and is off by default', async () => {
    const [server, third, client] = await Promise.all([
      start({ 'Experimental.GatewayOverLibp2p': true }),
      start(),
      start()
    ])
    const cid = await put(third, 'elsewhere')
    await connect(server, third)
    await connect(client, server)
    expect((await fetchFrom(client, server, `/ipfs/${cid}?format=raw`))[0]).toBe(404)
    await connect(client, third)
    await expect(fetchFrom(client, third, `/ipfs/${cid}?format=raw`)).rejects.toThrow()
  })
})

describe('retrieval', () => {
  test('asks the gateways of connected peers that do not send over bitswap', async () => {
    const [server, client] = await Promise.all([
      start({ 'Experimental.GatewayOverLibp2p': true, 'Bitswap.ServerEnabled': false }),
      start()
    ])
    const large = await put(server, new Uint8Array(1_000_000).fill(7))
    const cid = await put(server, 'over HTTP')
    await connect(client, server)
    expect((await client.rpc(`block/get?arg=${cid}&timeout=50s`)).text).toBe('over HTTP')
    const bytes = await (await client.open(`block/get?arg=${large}&timeout=50s`)).arrayBuffer()
    expect(bytes.byteLength).toBe(1_000_000)
    expect((await client.rpc('bitswap/stat')).lines).toMatchObject([{ BlocksReceived: 0 }])
  }, HOOK_MS)
})

withGoPeer('a peer on go-libp2p', (file) => {
  test('a Go client finds the gateway and fetches from it', async () => {
    const go = await startGoPeer(file)
    running.push(go.kill)
    const server = await start({ 'Experimental.GatewayOverLibp2p': true })
    const cid = await put(server, 'to Go')
    await go.ask('connect', { Addr: server.addresses[0] })
    const of = { Topic: server.node.identity.id }
    const { From, Data = '' } = await go.ask('fromgateway', { ...of, Addr: `/ipfs/${cid}?format=raw` })
    expect([From, atob(Data)]).toEqual(['200', 'to Go'])
    expect(await go.ask('fromgateway', { ...of, Addr: `/ipfs/${cid}` })).toMatchObject({ From: '406' })
    expect(await go.ask('fromgateway', { ...of, Addr: `/ipfs/${MISSING}?format=raw` })).toMatchObject({ From: '404' })
  }, HOOK_MS)

  test.each(['/', '/some/where/'])('blocks are fetched from the gateway of a Go peer at %s', async (path) => {
    const go = await startGoPeer(file)
    running.push(go.kill)
    const client = await start()
    const { Cid = '' } = await go.ask('put', { Data: btoa('from Go over HTTP') })
    const { Cids = [] } = await go.ask('fill', { Count: 20, Size: 20_000 })
    await go.ask('servegateway', { Addr: path })
    await client.rpc(`swarm/connect?arg=${go.addresses.find((address) => /\/tcp\/\d+\/p2p/.test(address))}`)
    expect((await client.rpc(`block/get?arg=${Cid}&timeout=50s`)).text).toBe('from Go over HTTP')
    const sizes = await Promise.all(
      Cids.map(async (cid) => (await (await client.open(`block/get?arg=${cid}&timeout=50s`)).arrayBuffer()).byteLength)
    )
    expect(sizes).toEqual(Cids.map(() => 20_000))
  }, HOOK_MS)
})
