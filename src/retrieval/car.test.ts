import { CID } from 'multiformats/cid'
import { sha256 } from 'multiformats/hashes/sha2'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { handleGateway } from '../gateway/handler/handler.ts'
import { localGateway } from '../gateway/local/local-gateway.ts'
import { MemoryBlockstore } from '../store/blockstore/memory-blockstore.ts'
import { startGateway } from '../testing/http/http-fixtures.ts'
import type { TestServer } from '../testing/http/http-fixtures.ts'
import { TestNode } from '../testing/test-node.ts'
import { HttpExchange } from './http-exchange.ts'

const FILES = 400
const store = new MemoryBlockstore()
let server: TestNode
let tree: string
let total: string[]
const open: Array<() => Promise<void>> = []

beforeAll(async () => {
  server = await TestNode.start({ blockstore: store })
  const body = new FormData()
  for (let i = 0; i < FILES; i++) {
    body.append('file', new Blob([`file ${i}`.padEnd(3000, '.')]), `many/${i % 20}/${i}`)
  }
  const { lines } = await server.rpc('add?cid-version=1&quieter=true&pin=false', { body })
  tree = (lines.at(-1) as { Hash: string }).Hash
  total = (await server.rpc(`refs?arg=${tree}&recursive=true&unique=true`)).lines.map((line) =>
    (line as { Ref: string }).Ref
  )
})

afterEach(async () => {
  await Promise.all(
    open.splice(0).map(async (close) => {
      await close()
    })
  )
})

/** Returns the CAR of the tree. */
async function car (root: CID): Promise<Uint8Array> {
  return new Uint8Array(await (await server.open(`dag/export?arg=${root}`)).arrayBuffer())
}

/** A node with one gateway, which has a high latency. */
async function client (
  writeCar?: (root: CID, response: ServerResponse) => Promise<void>,
  delayMs = 20
): Promise<{ app: TestNode; gateway: TestServer; cars: () => number; raws: () => number }> {
  const gateway = await startGateway(store, async () => {
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    return false
  }, { writeCar })
  const app = await TestNode.start({
    config: { 'Routing.Type': 'none', 'HTTPRetrieval.Gateways': [gateway.url] },
    retrieval: ({ config }) => new HttpExchange({ config, auto: false, waits: false })
  })
  open.push(async () => {
    await app.node.stop()
  }, gateway.close)
  const of = (format: string) => (): number => gateway.asked.filter((path) => path.includes(`format=${format}`)).length
  return { app, gateway, cars: of('car'), raws: of('raw') }
}

async function pins ({ app }: { app: TestNode }): Promise<void> {
  expect(await app.rpc(`pin/add?arg=${tree}`)).toMatchObject({ status: 200 })
  expect((await app.rpc(`refs?arg=${tree}&recursive=true&unique=true&offline=true`)).lines).toHaveLength(total.length)
}

describe('a pin of very many blocks', () => {
  it('is requested as a whole', async () => {
    const one = await client(async (root, response) => {
      response.end(await car(root))
    })
    await pins(one)
    expect(one.cars()).toBe(1)
    expect(one.raws()).toBeLessThan(total.length / 3)
    await expect.poll(() => one.gateway.open).toBe(0)
  })

  it('is fetched block by block if there are no CARs', async () => {
    const one = await client()
    await pins(one)
    expect(one.raws()).toBe(total.length + 1)
  })

  it.each<[string, (root: CID, response: ServerResponse) => Promise<void>]>([
    ['is cut', async (root, response) => {
      response.write((await car(root)).subarray(0, 300_000))
      setTimeout(() => {
        response.destroy()
      }, 100)
    }],
    ['ends too soon', async (root, response) => {
      response.end((await car(root)).subarray(0, 300_000))
    }],
    ['stalls', async (root, response) => {
      response.write((await car(root)).subarray(0, 300_000))
    }],
    ['never begins', async () => {}],
    ['has other content', async (_root, response) => {
      response.end(await car(CID.parse(total[0])))
    }],
    ['is no CAR', async (_root, response) => {
      response.end('something else')
    }]
  ])('is fetched although the CAR %s', async (_, writeCar) => {
    const one = await client(writeCar)
    await pins(one)
    expect(one.cars()).toBe(1)
    await expect.poll(() => one.gateway.open).toBe(0)
  })

  it('stores no wrong blocks of a CAR', async () => {
    const lie = async (root: CID, response: ServerResponse): Promise<void> => {
      const bytes = await car(root)
      const text = new TextEncoder().encode('file 2')
      for (let at = 0; at + text.length < bytes.length; at++) {
        if (text.every((byte, i) => bytes[at + i] === byte)) {
          bytes[at + 20] ^= 1
        }
      }
      response.end(bytes)
    }
    const one = await client(lie)
    const { status, text } = await one.app.rpc(`pin/add?arg=${tree}`)
    expect(one.cars()).toBe(1)
    // If the CAR was slow, all blocks were fetched one by one.
    expect(status === 200 || text.includes('sent something else'), text).toBe(true)
    expect((await one.app.rpc('repo/verify')).status).toBe(200)
  })

  it('stores no unrequested blocks of an endless CAR, and stops reading it when the buffer is full', async () => {
    let sent = 0
    const one = await client(async (root, response) => {
      response.setMaxListeners(0)
      response.write((await car(root)).subarray(0, 59)) // its header
      const block = new Uint8Array(1024 * 1024)

      for (let i = 0; !response.closed && sent < 200e6; i++) {
        block.fill(i % 256)
        const cid = CID.createV1(0x55, await sha256.digest(block)).bytes
        const length = cid.byteLength + block.byteLength
        sent += length
        if (
          !response.write(
            Buffer.concat([Buffer.from([length & 127 | 128, length >> 7 & 127 | 128, length >> 14]), cid, block])
          )
        ) {
          await Promise.race([once(response, 'drain'), once(response, 'close')])
        }
      }
    })
    await pins(one)
    expect(one.cars()).toBe(1)
    await expect.poll(() => one.gateway.open).toBe(0)
    expect(sent).toBeLessThan(100e6)
    expect((await one.app.blocks()).length).toBeLessThan(total.length + 10)
  })

  it('is cancelled with its request', async () => {
    const one = await client(async (root, response) => {
      response.write((await car(root)).subarray(0, 100_000))
    })
    const controller = new AbortController()
    const pin = one.app.rpc(`pin/add?arg=${tree}`, { signal: controller.signal })
    await expect.poll(() => one.cars()).toBe(1)
    controller.abort()
    await pin
    await expect.poll(() => one.gateway.open).toBe(0)
  })
})

describe('a whole DAG is requested at once', () => {
  let film: string

  beforeAll(async () => {
    const body = new FormData()
    body.append(
      'file',
      new Blob([crypto.getRandomValues(new Uint8Array(60_000)), crypto.getRandomValues(new Uint8Array(60_000))]),
      'film'
    )
    const { lines } = await server.rpc('add?cid-version=1&pin=false&chunker=size-1000', { body })
    film = (lines.at(-1) as { Hash: string }).Hash
  })

  const whole = async (root: CID, response: ServerResponse): Promise<void> => {
    response.end(await car(root))
  }

  async function gatewayGet ({ app }: { app: TestNode }, path: string, init?: RequestInit): Promise<Response> {
    return await handleGateway(new Request(`http://node${path}`, init), localGateway(app.node))
  }

  it.each<[string, (app: TestNode) => Promise<Uint8Array>]>([
    ['cat', async (app) => new Uint8Array(await (await app.open(`cat?arg=${film}`)).arrayBuffer())],
    ['get', async (app) => new Uint8Array(await (await app.open(`get?arg=${tree}`)).arrayBuffer())],
    ['dag/export', async (app) => new Uint8Array(await (await app.open(`dag/export?arg=${tree}`)).arrayBuffer())],
    ['the gateway', async (app) => new Uint8Array(await (await gatewayGet({ app }, `/ipfs/${film}`)).arrayBuffer())],
    [
      'a CAR of the gateway',
      async (app) => new Uint8Array(await (await gatewayGet({ app }, `/ipfs/${tree}?format=car`)).arrayBuffer())
    ],
    [
      'a tar of the gateway',
      async (app) => new Uint8Array(await (await gatewayGet({ app }, `/ipfs/${tree}?format=tar`)).arrayBuffer())
    ]
  ])('by %s, with the same result as from a local store', async (_, read) => {
    const one = await client(whole)
    const got = await read(one.app)
    expect(one.cars()).toBe(1)
    expect(one.raws()).toBeLessThan(60)
    const here = await read(server)
    // A tar contains its time of creation.
    expect(got.byteLength).toBe(here.byteLength)
    await expect.poll(() => one.gateway.open).toBe(0)
  })

  it.each<[string, (app: TestNode) => Promise<unknown>]>([
    [
      'a range',
      async (app) =>
        await (await gatewayGet({ app }, `/ipfs/${film}`, { headers: { Range: 'bytes=10000-80000' } })).arrayBuffer()
    ],
    ['a part', async (app) => await app.rpc(`cat?arg=${film}&offset=10&length=90000`)],
    ['a list', async (app) => await app.rpc(`ls?arg=${tree}`)],
    [
      'a CAR of the entity alone',
      async (app) => await (await gatewayGet({ app }, `/ipfs/${tree}?format=car&dag-scope=entity`)).arrayBuffer()
    ]
  ])('but not for %s', async (_, read) => {
    const one = await client(whole)
    await read(one.app)
    expect(one.cars()).toBe(0)
    expect(one.raws()).toBeGreaterThan(0)
  })

  it('for each of several files that are read one after the other', async () => {
    const body = new FormData()
    body.append('file', new Blob([crypto.getRandomValues(new Uint8Array(60_000))]), 'other')
    const other =
      ((await server.rpc('add?cid-version=1&pin=false&chunker=size-1000', { body })).lines.at(-1) as { Hash: string })
        .Hash
    const one = await client(whole)
    expect((await (await one.app.open(`cat?arg=${film}&arg=${other}`)).arrayBuffer()).byteLength).toBe(180_000)
    expect(one.cars()).toBe(2)
  })
})
