import { CID } from 'multiformats/cid'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PortCalls } from '../../port/port-calls.ts'
import type { ServeCallsOptions } from '../../port/serve-calls.ts'
import { HttpExchange } from '../../retrieval/http-exchange.ts'
import { MemoryBlockstore } from '../../store/blockstore/memory-blockstore.ts'
import { gatewayFixture } from '../../testing/http/gateway-fixture.ts'
import type { GatewayFixture } from '../../testing/http/gateway-fixture.ts'
import { startServer } from '../../testing/http/http-fixtures.ts'
import { LoopbackExchange } from '../../testing/peers/loopback-exchange.ts'
import { handleGateway } from '../handler/handler.ts'
import { WaitingRoom } from '../handler/waiting-pages.ts'
import type { LocalGatewayParts } from '../local/local-gateway.ts'
import { portGateway } from './port-gateway.ts'
import { serveGateway } from './serve-gateway.ts'

const CHUNK_BYTES = 256 * 1024
const MISSING = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'
const ends: Array<() => void | Promise<void>> = []

afterEach(async () => {
  for (const end of ends.splice(0)) {
    await end()
  }
})

interface Remote {
  get: (path: string, init?: RequestInit) => Promise<Response>
  calls: PortCalls
  /** ends the serving side */
  die: () => void
}

function connect (node: LocalGatewayParts, options?: ServeCallsOptions): Remote {
  const { port1, port2 } = new MessageChannel()
  const calls = new PortCalls(port2)
  const die = serveGateway(port1, async () => node, options)
  const gateway = portGateway(calls)
  ends.push(die, calls.close)
  return {
    get: async (path, init) => await handleGateway(new Request(`http://node.localhost:4173${path}`, init), gateway),
    calls,
    die
  }
}

async function fixture (...args: Parameters<typeof gatewayFixture>): Promise<GatewayFixture> {
  const made = await gatewayFixture(...args)
  ends.push(async () => {
    await made.stop()
  })
  return made
}

async function bigFile ({ dag }: Pick<GatewayFixture, 'dag'>, chunks: number, first = 0): Promise<CID> {
  const parts = []
  for (let i = 0; i < chunks; i++) {
    parts.push(await dag.raw(new Uint8Array(CHUNK_BYTES).fill(first + i)))
  }
  return (await dag.file(parts)).cid
}

async function until (reached: () => boolean): Promise<void> {
  while (!reached()) {
    await new Promise((resolve) => {
      setTimeout(resolve, 1)
    })
  }
}

async function readResponse (response: Response): Promise<unknown> {
  const body = await response.bytes().then(
    (bytes) => Buffer.from(bytes).toString('base64'),
    (err: Error) => `broken: ${err.message}`
  )
  return { status: response.status, headers: Object.fromEntries(response.headers), body }
}

describe('a gateway over a port', () => {
  it('answers like a gateway with local blocks', async () => {
    const local = await fixture({ 'Gateway.HTTPHeaders': { 'X-Note': ['kept'] } })
    const { dag } = local
    const remote = connect(local.node)
    const file = await bigFile(local, 40) // more than the window of one call
    const broken = await bigFile(local, 6, 100)
    await dag.store.delete((await dag.raw(new Uint8Array(CHUNK_BYTES).fill(103))).cid)
    const whole = (await dag.file([await dag.raw('some '), await dag.raw('text')])).cid
    const many: Record<string, CID> = {}
    for (let i = 0; i < 300; i++) {
      many[`file ${i}`] = whole
    }
    const root = await dag.directory({
      'a.txt': whole,
      'big.bin': file,
      many: await dag.directory(many),
      sub: await dag.directory({ 'index.html': (await dag.raw('<p>hi')).cid }),
      gone: broken
    })

    const requests: Array<[string, RequestInit?]> = [
      ['/'],
      ['/a.txt'],
      ['/a.txt', { method: 'HEAD' }],
      ['/a.txt', { headers: { 'If-None-Match': `"${whole.toString()}"` } }],
      ['/a.txt', { headers: { Range: 'bytes=2-6' } }],
      ['/big.bin', { headers: { Range: `bytes=${CHUNK_BYTES - 5}-${CHUNK_BYTES * 2 + 5}` } }],
      ['/big.bin', { headers: { Range: 'bytes=5-2' } }],
      ['/many/'],
      ['/many/file 77'],
      ['/sub/'],
      ['/sub/index.html'],
      ['/nothing'],
      ['/gone'],
      ['/gone', { headers: { 'Cache-Control': 'only-if-cached' } }],
      ['/?format=car'],
      ['/sub/index.html?format=car&dag-scope=entity'],
      ['/gone?format=car'],
      ['/?format=tar'],
      ['/a.txt?format=raw'],
      ['/?format=dag-json']
    ]

    for (const [path, init] of requests) {
      const target = `/ipfs/${root}${path}`
      expect([target, await readResponse(await remote.get(target, init))]).toEqual([
        target,
        await readResponse(await local.get(target, init))
      ])
    }

    expect((await remote.get(`/ipfs/${root}/a.txt`)).headers.get('x-note')).toBe('kept')
    expect((await remote.get(`/ipfs/${root}/big.bin`).then(async (response) => await response.bytes())).byteLength)
      .toBe(40 * CHUNK_BYTES)
    expect(await readResponse(await remote.get(`/ipfs/${MISSING}`))).toEqual(
      await readResponse(await local.get(`/ipfs/${MISSING}`))
    )
  })

  it('uses the current settings, and receives no others', async () => {
    const { node, dag } = await fixture({
      'API.Authorizations': { me: { AuthSecret: 'bearer:hush', AllowedPaths: ['/api/v0'] } }
    })
    const { calls, get } = connect(node)
    const { cid } = await dag.raw('hello')
    const snapshot = await calls.once('gateway', undefined) as { config: object }
    expect(Object.keys(snapshot.config).sort()).toEqual([
      'allowCodecConversion',
      'deserializedResponses',
      'diagnosticServiceUrl',
      'disableHtmlErrors',
      'exposesIpfsUri',
      'httpHeaders',
      'maxConcurrentRequests',
      'maxDeserializedBytes',
      'maxRangeRequestFileBytes',
      'maxRequestMs',
      'noDnslink',
      'noFetch',
      'publicGateways',
      'retrievalTimeoutMs',
      'rootRedirect',
      'sendsXIpfsPath'
    ])
    expect(JSON.stringify(snapshot)).not.toContain('hush')
    expect((await get(`/ipfs/${cid}`)).status).toBe(200)
    await node.config.set('Gateway.DeserializedResponses', false)
    expect((await get(`/ipfs/${cid}`)).status).toBe(406)
  })

  it("fetches from the node's exchange, many requests at once, with a session per request", async () => {
    const { dag, node } = await fixture()
    const exchange = new LoopbackExchange([dag.store])
    const file = await bigFile({ dag }, 100)
    const { cid } = await dag.raw('another')
    const blockstore = new MemoryBlockstore()
    const { get } = connect({ config: node.config, names: node.names, blockstore, exchange, online: true })
    const response = await get(`/ipfs/${file}`)
    expect((await response.bytes()).byteLength).toBe(100 * CHUNK_BYTES)
    expect(exchange.messages.length).toBeLessThan(20)
    expect(exchange.sessions).toBe(1)
    expect(await (await get(`/ipfs/${cid}`)).text()).toBe('another')
    expect(exchange.sessions).toBe(2)
    expect((await blockstore.stat()).blocks).toBe(102) // fetched blocks are stored at the node
    await node.config.set('Gateway.NoFetch', true)
    expect((await get(`/ipfs/${CID.createV1(0x70, CID.parse(MISSING).multihash)}/x`)).status).toBe(500)
    expect(exchange.sessions).toBe(2)
  })

  it('cancels a want when the client disconnects', async () => {
    const { node } = await fixture()
    const exchange = new LoopbackExchange([])
    const { get } = connect({
      config: node.config,
      names: node.names,
      blockstore: new MemoryBlockstore(),
      exchange,
      online: true
    })
    const controller = new AbortController()
    const answer = get(`/ipfs/${MISSING}`, { signal: controller.signal })
    await until(() => exchange.sessions > 0)
    controller.abort()
    await answer
    await until(() => exchange.cancelled > 0)
  })

  it('stops reading when the client disconnects, and applies backpressure', async () => {
    const local = await fixture()
    const file = await bigFile(local, 100)
    let read = 0
    const { bytesMany } = local.dag.store
    vi.spyOn(local.dag.store, 'bytesMany').mockImplementation(async function* (cids, options) {
      for await (const block of bytesMany.call(local.dag.store, cids, options)) {
        read++
        yield block
      }
    })
    let running = 0
    const { get } = connect(local.node, {
      use: async (work) => {
        running++
        await work().finally(() => {
          running--
        })
      }
    })
    const response = await get(`/ipfs/${file}`)
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    await new Promise((resolve) => {
      setTimeout(resolve, 20)
    })
    expect(read).toBeLessThan(60) // windows of 4 MiB, and the file reader's read-ahead
    await reader.cancel()
    await until(() => running === 0)
    expect(read).toBeLessThan(60)
  })

  it('answers 503 when the node is gone, and breaks a body in progress', async () => {
    const local = await fixture()
    const file = await bigFile(local, 100)
    const { get, die } = connect(local.node)
    const response = await get(`/ipfs/${file}`)
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    die()
    await expect((async () => {
      while (!(await reader.read()).done);
    })()).rejects.toMatchObject({ name: 'PortClosedError' })
    const after = await get(`/ipfs/${file}`)
    expect([after.status, await after.text()]).toEqual([503, 'the other end of the port is gone\n'])
  })

  it('answers 503 with the error of a node that does not open', async () => {
    const { port1, port2 } = new MessageChannel()
    const calls = new PortCalls(port2)
    ends.push(
      serveGateway(port1, async () => {
        throw new Error('the storage of this browser is closed')
      }),
      calls.close
    )
    const response = await handleGateway(new Request(`http://node.localhost/ipfs/${MISSING}`), portGateway(calls))
    expect([response.status, await response.text()]).toEqual([503, 'the storage of this browser is closed\n'])
  })
})

describe('a failed retrieval over a port', () => {
  it('is explained as by the node itself, with the sources and their errors', async () => {
    const { node, dag } = await fixture()
    const elsewhere = await startServer((_, response) => {
      response.writeHead(500).end()
    })
    ends.push(elsewhere.close)
    await node.config.set('HTTPRetrieval.Gateways', [elsewhere.url])
    const exchange = new HttpExchange({ config: node.config, auto: false, waits: false })
    const { get } = connect({ ...node, exchange })
    const root = await dag.directory({ a: CID.parse(MISSING) })
    const page = await get(`/ipfs/${root}/a`, { headers: { Accept: 'text/html' } })
    expect(page.status).toBe(404)
    const html = await page.text()
    expect(html).toContain('aria-label="Places that were asked"')
    expect(html).toContain(
      `<bdi>${elsewhere.url}</bdi></span><span class="role">gateway</span><span class="said">answered 500</span>`
    )
  })

  it('is reported while it is in progress', async () => {
    const { node, dag } = await fixture()
    const elsewhere = await startServer(() => {})
    ends.push(elsewhere.close)
    await node.config.set('HTTPRetrieval.Gateways', [elsewhere.url])
    const { port1, port2 } = new MessageChannel()
    const calls = new PortCalls(port2)
    ends.push(
      serveGateway(
        port1,
        async () => ({ ...node, exchange: new HttpExchange({ config: node.config, auto: false, waits: false }) })
      ),
      calls.close
    )
    const gateway = portGateway(calls)
    const root = await dag.directory({ a: CID.parse(MISSING) })
    const waiting = await handleGateway(
      new Request(`http://x/ipfs/${root}/a`, { headers: { Accept: 'text/html' } }),
      gateway,
      { waitingRoom: new WaitingRoom() }
    )
    const reader = (waiting.body as ReadableStream<Uint8Array>).getReader()
    let page = ''
    while (!page.includes(elsewhere.url)) {
      page += new TextDecoder().decode((await reader.read()).value)
    }
    expect(page).toContain('no answer yet')
    await reader.cancel()
    await expect.poll(() => elsewhere.open).toBe(0)
  })
})
