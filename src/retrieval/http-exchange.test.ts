import type { CID } from 'multiformats/cid'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { BlockNotFoundError } from '../blocks/exchange/block-not-found-error.ts'
import type { ExchangeSession } from '../blocks/exchange/exchange-session.ts'
import { blockReader } from '../blocks/reader/block-reader.ts'
import type { BlockReader } from '../blocks/reader/block-reader.ts'
import type { Json } from '../config/values/config.ts'
import type { Block } from '../store/blockstore/blockstore.ts'
import { MemoryBlockstore } from '../store/blockstore/memory-blockstore.ts'
import { startGateway, startRouter, startServer } from '../testing/http/http-fixtures.ts'
import type { Meddle, TestServer } from '../testing/http/http-fixtures.ts'
import { testBlocks } from '../testing/store/store-fixtures.ts'
import { TestNode } from '../testing/test-node.ts'
import { HttpExchange } from './http-exchange.ts'

const BLOCKS = 300
const { signal } = new AbortController()

const store = new MemoryBlockstore()
let blocks: Block[]
const open: Array<{ close: () => Promise<void> }> = []

beforeAll(async () => {
  blocks = testBlocks(BLOCKS, 2000)
  for (const { cid, bytes } of blocks) {
    await store.put(cid, bytes)
  }
})

afterEach(async () => {
  await Promise.all(
    open.splice(0).map(async (one) => {
      await one.close()
    })
  )
})

async function opened (server: Promise<TestServer>): Promise<TestServer> {
  open.push(await server)
  return await server
}

async function gateway (meddle?: Meddle): Promise<TestServer> {
  return await opened(startGateway(store, meddle))
}

interface Client {
  app: TestNode
  session: ExchangeSession
  reader: BlockReader
}

/** A node with only these sources, and one session of it. */
async function client (
  { gateways = [], routers = [], config = {} }: {
    gateways?: TestServer[]
    routers?: TestServer[]
    config?: Record<string, Json>
  }
): Promise<Client> {
  const app = await TestNode.start({
    config: {
      'Routing.DelegatedRouters': routers.map(({ url }) => url),
      'HTTPRetrieval.Gateways': gateways.map(({ url }) => url),
      'HTTPRetrieval.Allowlist': ['127.0.0.1'],
      ...config
    },
    retrieval: ({ config }) => new HttpExchange({ config, auto: false, waits: false })
  })

  open.push({
    close: async () => {
      await app.node.stop()
    }
  })
  const session = app.node.exchange?.session() as ExchangeSession
  return { app, session, reader: blockReader(app.node.blockstore, session) }
}

async function readAll ({ reader }: Client): Promise<number> {
  let read = 0
  for await (const { cid } of reader.getMany(blocks.map(({ cid }) => cid), { signal })) {
    if (cid.equals(blocks[read].cid)) {
      read++
    }
  }
  return read
}

async function failure ({ reader }: Client, cid: CID): Promise<BlockNotFoundError> {
  return await reader.get(cid, { signal }).then(() => {
    throw new Error('was got')
  }, (err: BlockNotFoundError) => err)
}

const nowhere = testBlocks(1, 10, 99_999)[0].cid

describe('blocks from trustless gateways', () => {
  it('are fetched from a configured one, concurrently and within limits', async () => {
    const server = await gateway(async () => {
      await new Promise((resolve) => setTimeout(resolve, 10))
      return false
    })
    const one = await client({ gateways: [server], config: { 'HTTPRetrieval.NumWorkers': 8 } })
    expect(await readAll(one)).toBe(BLOCKS)
    expect(server.asked).toHaveLength(BLOCKS)
    expect(server.most).toBeGreaterThan(3)
    expect(server.most).toBeLessThanOrEqual(6) // three quarters of all
    expect(one.session.report?.()).toMatchObject({
      blocks: BLOCKS,
      waiting: 0,
      sources: [{ name: server.url, role: 'gateway', state: 'answered', found: BLOCKS }]
    })
    expect((await one.app.node.blockstore.stat()).blocks).toBeGreaterThanOrEqual(BLOCKS)
  })

  it.each(['lines', 'whole'] as const)(
    'are fetched from providers that a router names (%s), with one lookup',
    async (form) => {
      const server = await gateway()
      const router = await opened(startRouter(() => [['/ip4/127.0.0.1/tcp/4001'], [server.address]], form))
      const one = await client({ routers: [router] })
      expect(await readAll(one)).toBe(BLOCKS)
      expect(router.asked).toEqual([
        `/routing/v1/providers/${
          blocks[0].cid
        }?filter-addrs=http,https&filter-protocols=unknown,transport-ipfs-gateway-http`
      ])
      expect(one.session.report?.().sources).toMatchObject([{ role: 'router', state: 'answered', found: 1 }, {
        name: server.url,
        role: 'provider',
        found: BLOCKS
      }])
    }
  )

  it('are fetched from the second source if the first does not have them', async () => {
    const [empty, full] = [await opened(startGateway(new MemoryBlockstore())), await gateway()]
    expect(await readAll(await client({ gateways: [empty, full] }))).toBe(BLOCKS)
    expect(full.asked).toHaveLength(BLOCKS)
    // Asked until it is clear that it has nothing.
    expect(empty.asked.length).toBeLessThan(BLOCKS / 2)
  })

  it('are fetched from the second source if the first is stalled, and the first request is cancelled', async () => {
    const [silent, full] = [await gateway(() => true), await gateway()]
    const one = await client({ gateways: [silent, full] })
    expect((await one.reader.get(blocks[0].cid, { signal })).byteLength).toBe(2000)
    await expect.poll(() => silent.open).toBe(0)
  })

  it('are fetched from the second source if the first sends wrong bytes, and it is not asked again', async () => {
    const [liar, full] = [
      await gateway((_cid, response) => {
        response.end('something else')
        return true
      }),
      await gateway()
    ]
    const one = await client({ gateways: [liar, full] })
    expect(await readAll(one)).toBe(BLOCKS)
    expect(liar.asked.length).toBeLessThanOrEqual(12) // those in flight
    expect(one.session.report?.().sources).toMatchObject([{
      name: liar.url,
      state: 'failed',
      problem: 'sent something else'
    }, { state: 'answered' }])
    // Nothing of it was stored.
    for (const { cid } of blocks) {
      expect(await one.app.node.blockstore.bytes(cid)).toEqual(await store.bytes(cid))
    }
  })

  it('are fetched after the Retry-After of a busy source', async () => {
    let refused = 0
    const server = await gateway((_cid, response) => {
      if (refused++ >= 3) {
        return false
      }
      response.writeHead(429, { 'retry-after': '1' }).end()
      return true
    })
    expect(await readAll(await client({ gateways: [server] }))).toBe(BLOCKS)
    expect(server.asked).toHaveLength(BLOCKS + 3)
  })

  it('are fetched although the connection breaks now and then', async () => {
    let count = 0
    const server = await gateway((_cid, response, bytes) => {
      if (count++ % 100 !== 50) {
        return false
      }
      response.writeHead(200, { 'content-length': bytes.length }).write(bytes.subarray(0, 100))
      setTimeout(() => {
        response.destroy()
      }, 5)
      return true
    })
    expect(await readAll(await client({ gateways: [server] }))).toBe(BLOCKS)
  })

  it('are fetched from another source if the first dies in between', async () => {
    let count = 0
    const dying = await gateway(async () => {
      if (count++ === 100) {
        await dying.close()
      }
      return false
    })
    const full = await gateway()
    expect(await readAll(await client({ gateways: [dying, full] }))).toBe(BLOCKS)
    expect(full.asked.length).toBeGreaterThan(0)
    open.splice(open.indexOf(dying), 1)
  })

  it('are taken from the store if they arrive there meanwhile', async () => {
    const silent = await gateway(() => true)
    const one = await client({ gateways: [silent] })
    const got = one.reader.get(blocks[0].cid, { signal })
    await expect.poll(() => silent.open).toBe(1)
    await one.app.node.blockstore.put(blocks[0].cid, blocks[0].bytes)
    expect(await got).toEqual(blocks[0].bytes)
    await expect.poll(() => silent.open).toBe(0)
  })
})

describe('a block that no source has', () => {
  it('fails at once with the asked sources and their errors', async () => {
    const server = await gateway()
    const dead = await startGateway(store)
    await dead.close()
    const router = await opened(startRouter(() => []))
    const err = await failure(await client({ gateways: [server, dead], routers: [router] }), nowhere)
    expect(err).toMatchObject({ name: 'BlockNotFoundError', status: 404 })
    expect(err.message).toBe(
      `ipld: could not find ${nowhere}: asked ${router.url}: knows no provider; ` +
        `${server.url}: does not have it (404); ${dead.url}: cannot be reached (${err.message.split('reached (')[1]}`
    )
    expect(err.retrieval?.sources.map(({ name }) => name)).toEqual([router.url, server.url, dead.url])
  })

  it('fails with status 502 if a provider should have it', async () => {
    const broken = await gateway((_cid, response) => {
      response.writeHead(500).end('a fault')
      return true
    })
    const router = await opened(startRouter(() => [[broken.address]]))
    expect(await failure(await client({ routers: [router] }), blocks[0].cid)).toMatchObject({
      status: 502,
      message: expect.stringContaining(`${broken.url}: answered 500`) as string
    })
    const liar = await gateway((_cid, response) => {
      response.end('something else')
      return true
    })
    expect(await failure(await client({ gateways: [liar] }), blocks[0].cid)).toMatchObject({
      status: 502,
      message: expect.stringContaining('sent something else') as string
    })
  })

  it.each<[string, Meddle, string]>([
    ['a 500 that means 404', (_cid, response) => {
      response.writeHead(500).end('ipld: could not find node')
      return true
    }, 'does not have it (500)'],
    ['a gateway that has searched in vain', (_cid, response) => {
      response.writeHead(504).end()
      return true
    }, 'has not found it (504)'],
    ['a redirect loop', (cid, response) => {
      response.writeHead(302, { location: `/ipfs/${cid}?format=raw` }).end()
      return true
    }, 'cannot be reached (redirect count exceeded)'],
    ['a body without an end', (_cid, response) => {
      const more = (): void => {
        while (response.write(new Uint8Array(65536)));
      }
      response.on('drain', more)
      more()
      return true
    }, 'sent more than 2097152 bytes for one block'],
    ['a claim of a giant body', (_cid, response) => {
      response.writeHead(200, { 'content-length': 1e12 }).write('x')
      return true
    }, 'sent more than 2097152 bytes for one block']
  ])('is reported: %s', async (_, meddle, reason) => {
    const server = await gateway(meddle)
    expect((await failure(await client({ gateways: [server] }), blocks[0].cid)).message).toBe(
      `ipld: could not find ${blocks[0].cid}: asked ${server.url}: ${reason}`
    )
    await expect.poll(() => server.open).toBe(0)
  })

  it('is not looked up at a router without useful results, whatever it returns', async () => {
    const answers = [
      '{"Providers": 5}',
      '{',
      'null',
      '[]',
      '{"Providers":[null,{"Addrs":5},{"Addrs":[5,"/ip4/1.2.3.4","/dns/x/tcp/1/ws"]}]}'
    ]

    for (const text of answers) {
      for (const type of ['application/json', 'application/x-ndjson']) {
        const router = await opened(startServer((_, response) => {
          response.setHeader('content-type', type).end(text)
        }))
        expect(await failure(await client({ routers: [router] }), nowhere)).toMatchObject({
          name: 'BlockNotFoundError',
          status: 404
        })
      }
    }
  })
})

describe('a content that is read by many requests', () => {
  /** Has a provider of the first block, and of no other. */
  async function rootRouter (address: string): Promise<TestServer> {
    return await opened(startServer(({ url = '' }, response) => {
      const known = url.includes(`/providers/${blocks[0].cid}`)
      response.setHeader('content-type', 'application/json').end(
        JSON.stringify({
          Providers: known
            ? [{
              Schema: 'peer',
              ID: '12D3KooWM8sovaEGU1bmiWGWAzvs47DEcXKZZTuJnpQyVTkRs2Vz',
              Addrs: [address],
              Protocols: ['transport-ipfs-gateway-http']
            }]
            : null
        })
      )
    }))
  }

  const aside = (one: Client): { reader: BlockReader } => ({
    reader: blockReader(one.app.node.blockstore, one.app.node.exchange?.session())
  })

  it('is fetched from a provider that announced its root, with one router lookup', async () => {
    const server = await gateway()
    const router = await rootRouter(server.address)
    const one = await client({ routers: [router] })

    for (const i of [7, 8, 9]) {
      const { reader } = aside(one)
      reader.about?.(blocks[0].cid)
      await reader.get(blocks[i].cid, { signal })
    }

    expect(router.asked.map((path) => path.split('?')[0])).toEqual([`/routing/v1/providers/${blocks[0].cid}`])
    expect(server.asked).toHaveLength(3)
    // Without the announced root, no provider is found.
    expect((await failure({ ...one, ...aside(one) }, blocks[10].cid)).status).toBe(404)
  })

  it('is looked up again if its providers are gone, or are not allowed any more', async () => {
    const server = await gateway()
    const router = await rootRouter(server.address)
    const one = await client({ routers: [router] })
    const read = async (i: number): Promise<Uint8Array> => {
      const { reader } = aside(one)
      reader.about?.(blocks[0].cid)
      return await reader.get(blocks[i].cid, { signal })
    }
    await read(1)
    await one.app.node.config.set('HTTPRetrieval.Denylist', ['127.0.0.1'])
    await expect(read(2)).rejects.toMatchObject({ name: 'BlockNotFoundError' })
    await one.app.node.config.set('HTTPRetrieval.Denylist', [])
    await server.close()
    const asked = router.asked.length
    await expect(read(3)).rejects.toMatchObject({ name: 'BlockNotFoundError', status: 502 })
    expect(router.asked.slice(asked)[0]).toContain(String(blocks[0].cid))
  })
})

describe('the set of sources', () => {
  it.each<[string, (server: TestServer, router: TestServer) => Record<string, Json>]>([
    ['HTTP retrieval is disabled', () => ({ 'HTTPRetrieval.Enabled': false })],
    ['no source is named', () => ({ 'Routing.DelegatedRouters': [], 'HTTPRetrieval.Gateways': [] })],
    ['there is no routing', () => ({ 'Routing.Type': 'none' })],
    ['routing only uses the DHT', () => ({ 'Routing.Type': 'dht' })]
  ])('is empty, and the node offline, if %s', async (_, config) => {
    const server = await gateway()
    const router = await opened(startRouter(() => [[server.address]]))
    const { app, session } = await client({ routers: [router], config: config(server, router) })
    expect(session).toBeUndefined()
    expect((await app.rpc(`block/get?arg=${nowhere}`)).lines).toMatchObject([{
      Message: `block was not found locally (offline): ipld: could not find ${nowhere}`
    }])
    expect([...server.asked, ...router.asked]).toEqual([])
  })

  it.each<[string, (server: TestServer) => Record<string, Json>]>([
    ['is on the Denylist', () => ({ 'HTTPRetrieval.Denylist': ['127.0.0.1'] })],
    ['is not on the Allowlist', () => ({ 'HTTPRetrieval.Allowlist': ['example.com'] })],
    ['is local and on no Allowlist', () => ({ 'HTTPRetrieval.Allowlist': [] })],
    [
      'is ignored by its ID',
      () => ({ 'Routing.IgnoreProviders': ['12D3KooWM8sovaEGU1bmiWGWAzvs47DEcXKZZTuJnpQyVTkRs2V0'] })
    ]
  ])('contains no provider that %s', async (_, config) => {
    const server = await gateway()
    const router = await opened(startRouter(() => [[server.address]]))
    expect(await failure(await client({ routers: [router], config: config(server) }), blocks[0].cid)).toMatchObject({
      status: 404
    })
    expect(server.asked).toEqual([])
  })

  it('contains the peers of Peering.Peers with an HTTP address', async () => {
    const server = await gateway()
    const peer = {
      ID: '12D3KooWM8sovaEGU1bmiWGWAzvs47DEcXKZZTuJnpQyVTkRs2Vz',
      Addrs: ['/ip4/1.2.3.4/tcp/4001', server.address]
    }
    const one = await client({ config: { 'Peering.Peers': [peer] } })
    expect((await one.reader.get(blocks[0].cid, { signal })).byteLength).toBe(2000)
  })

  it('contains the routers of Routing.Methods if routing is custom', async () => {
    const server = await gateway()
    const router = await opened(startRouter(() => [[server.address]]))
    const method = { RouterName: 'all' }
    const one = await client({
      config: {
        'Routing.Type': 'custom',
        'Routing.Routers': {
          all: {
            Type: 'parallel',
            Parameters: {
              Routers: [{ RouterName: 'one', Timeout: '1s', IgnoreErrors: true }, {
                RouterName: 'all',
                Timeout: '1s',
                IgnoreErrors: true
              }]
            }
          },
          one: { Type: 'http', Parameters: { Endpoint: router.url } }
        },
        'Routing.Methods': {
          'find-providers': method,
          'find-peers': method,
          'get-ipns': method,
          'put-ipns': method,
          provide: method
        }
      }
    })
    expect((await one.reader.get(blocks[0].cid, { signal })).byteLength).toBe(2000)
  })

  it('changes with the configuration, at once', async () => {
    const server = await gateway()
    const { app } = await client({ gateways: [server] })
    const get = async (i: number): Promise<number> => (await app.rpc(`block/stat?arg=${blocks[i].cid}`)).status
    expect(await get(0)).toBe(200)
    await app.rpc('config?arg=HTTPRetrieval.Enabled&arg=false&bool=true')
    expect(await get(1)).toBe(500)
    await app.rpc('config?arg=HTTPRetrieval.Enabled&arg=true&bool=true')
    expect(await get(2)).toBe(200)
    expect((await app.rpc(`block/stat?arg=${blocks[3].cid}&offline=true`)).status).toBe(500)
    expect(server.asked).toHaveLength(2)
  })
})

describe('a node that waits for missing blocks', () => {
  async function waiting (config: Record<string, Json>): Promise<TestNode> {
    const app = await TestNode.start({
      config,
      exchange: ({ config }) => new HttpExchange({ config, auto: false, waits: true })
    })
    open.push({
      close: async () => {
        await app.node.stop()
      }
    })
    return app
  }

  it.each<[string, (server: TestServer) => Record<string, Json>, number]>([
    ['asks the configured sources', ({ url }) => ({ 'HTTPRetrieval.Gateways': [url] }), 1],
    ['asks no source by default', () => ({}), 0]
  ])('%s', async (_, config, asked) => {
    const server = await opened(startGateway(new MemoryBlockstore()))
    const app = await waiting(config(server))
    const got = app.rpc(`block/get?arg=${blocks[0].cid}`)
    await expect.poll(() => server.asked).toHaveLength(asked)
    expect((await app.rpc(`block/get?arg=${blocks[1].cid}&timeout=300ms`)).lines).toMatchObject([{
      Message: expect.stringContaining('context deadline exceeded') as string
    }])
    await app.node.blockstore.put(blocks[0].cid, blocks[0].bytes)
    expect((await got).status).toBe(200)
  })
})

describe('nothing continues', () => {
  it('after a request has ended', async () => {
    const silent = await gateway(() => true)
    const router = await opened(startServer(() => {}))
    const one = await client({ gateways: [silent], routers: [router] })
    const controller = new AbortController()
    const reading = one.reader.get(blocks[0].cid, { signal: controller.signal })
    await expect.poll(() => [silent.open, router.open]).toEqual([1, 1])
    controller.abort(new Error('gone'))
    await expect(reading).rejects.toThrow('gone')
    await expect.poll(() => [silent.open, router.open]).toEqual([0, 0])
    expect(one.session.report?.().waiting).toBe(0)
  })

  it('after the node has stopped', async () => {
    const silent = await gateway(() => true)
    const one = await client({ gateways: [silent] })
    const reading = one.reader.get(blocks[0].cid, { signal })
    await expect.poll(() => silent.open).toBe(1)
    await one.app.node.stop()
    await expect(reading).rejects.toThrow('the node has stopped')
    await expect.poll(() => silent.open).toBe(0)
  })
})
