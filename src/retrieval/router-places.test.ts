import { generateKeyPairFromSeed } from '@libp2p/crypto/keys'
import type { PrivateKey } from '@libp2p/interface'
import { MemoryDatastore } from 'datastore-core'
import type { IncomingMessage } from 'node:http'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { openConfig } from '../config/config-store.ts'
import type { Json } from '../config/values/config.ts'
import { createRecord } from '../names/record/create-record.ts'
import { ipnsNameText } from '../names/record/ipns-name.ts'
import type { RecordPlace } from '../names/routing/record-place.ts'
import { startServer } from '../testing/http/http-fixtures.ts'
import type { Answer, TestServer } from '../testing/http/http-fixtures.ts'
import { routerPlaces } from './router-places.ts'

const { signal } = new AbortController()
const servers: TestServer[] = []
let key: PrivateKey
let record: Uint8Array

beforeAll(async () => {
  key = await generateKeyPairFromSeed('Ed25519', new Uint8Array(32).fill(5))
  record = await createRecord(key, {
    value: '/ipfs/bafkqaaa',
    sequence: 1n,
    validityMs: Date.now() + 600_000,
    ttlNs: 0n,
    v1compat: true
  })
})

afterEach(async () => {
  await Promise.all(
    servers.splice(0).map(async ({ close }) => {
      await close()
    })
  )
})

async function router (answer: Answer): Promise<TestServer> {
  const server = await startServer(answer)
  servers.push(server)
  return server
}

async function places (config: Record<string, Json>): Promise<RecordPlace[]> {
  return routerPlaces(await openConfig(new MemoryDatastore(), { overrides: config }), { auto: false })
}

const name = (): ReturnType<PrivateKey['publicKey']['toMultihash']> => key.publicKey.toMultihash()
const placeOf = async (url: string): Promise<RecordPlace> =>
  (await places({ 'Routing.DelegatedRouters': [], 'Ipns.DelegatedPublishers': [url] }))[0]

async function body (request: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  for await (const chunk of request) {
    chunks.push(chunk as Buffer)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

test('a router is used for lookup or publishing as configured', async () => {
  const config = {
    'Routing.DelegatedRouters': [
      'https://all.test',
      'https://asked.test/routing/v1/ipns',
      'https://blocks.test/routing/v1/providers'
    ],
    'Ipns.DelegatedPublishers': ['https://all.test', 'https://told.test/routing/v1/ipns/']
  }
  expect((await places(config)).map(({ title, find, put }) => [title, find != null, put != null])).toEqual([
    ['https://all.test', true, true],
    ['https://asked.test', true, false],
    ['https://told.test', false, true]
  ])
})

test('no router is used if the node is offline, has no routing, or the URL is plain http', async () => {
  const config = { 'Routing.DelegatedRouters': ['https://all.test'], 'Ipns.DelegatedPublishers': ['https://all.test'] }
  expect(await places({ ...config, 'HTTPRetrieval.Enabled': false })).toEqual([])
  expect(await places({ ...config, 'Routing.Type': 'none' })).toEqual([])
  expect(await places({ ...config, 'Routing.Type': 'dht' })).toEqual([])
  expect(await places({ 'Routing.DelegatedRouters': ['http://all.test', 'https://cid.contact'] })).toEqual([])
})

test('custom routing determines the routers for lookup and publishing', async () => {
  const http = (url: string): Json => ({ Type: 'http', Parameters: { Endpoint: url } })
  const config = {
    'Routing.Type': 'custom',
    'Routing.Routers': { a: http('https://a.test'), b: http('https://b.test') },
    'Routing.Methods': { 'get-ipns': { RouterName: 'a' }, 'put-ipns': { RouterName: 'b' } }
  }
  expect((await places(config)).map(({ title, find, put }) => [title, find != null, put != null])).toEqual([[
    'https://a.test',
    true,
    false
  ], ['https://b.test', false, true]])
})

test('a record is published unchanged, with its media type and without data of the node', async () => {
  let got: { method?: string; url?: string; type?: string; cookie?: string; bytes: Uint8Array } | undefined

  const server = await router(async (request, response) => {
    got = {
      method: request.method,
      url: request.url,
      type: request.headers['content-type'],
      cookie: request.headers.cookie,
      bytes: await body(request)
    }
    response.end()
  })

  await (await placeOf(server.url)).put!(name(), record, { signal })
  expect(got).toEqual({
    method: 'PUT',
    url: `/routing/v1/ipns/${ipnsNameText(name())}`,
    type: 'application/vnd.ipfs.ipns-record',
    cookie: undefined,
    bytes: record
  })
})

test('a router that rejects, fails, redirects or hangs up causes an error', async () => {
  const elsewhere = await router((_, response) => {
    response.end()
  })
  const answers: Array<[Answer, RegExp]> = [
    [(_, response) => {
      response.writeHead(400).end('no')
    }, /^answered 400$/],
    [(_, response) => {
      response.writeHead(503).end()
    }, /^answered 503$/],
    [(_, response) => {
      response.writeHead(307, { location: `${elsewhere.url}/x` }).end()
    }, /^leads elsewhere, which is not followed$/],
    [(_, response) => {
      response.destroy()
    }, /^cannot be reached/]
  ]

  for (const [answer, problem] of answers) {
    const place = await placeOf((await router(answer)).url)
    await expect(place.put!(name(), record, { signal })).rejects.toThrow(problem)
  }

  expect(elsewhere.asked).toEqual([])
})

test('an endless response to a publish is not read, and a stalled one ends with the signal', async () => {
  const endless = await router((_, response) => {
    response.writeHead(200)
    const write = (): void => {
      if (!response.destroyed) {
        response.write(Buffer.alloc(65536), () => {
          setImmediate(write)
        })
      }
    }
    write()
  })
  await (await placeOf(endless.url)).put!(name(), record, { signal })
  await expect.poll(() => endless.open).toBe(0)

  const silent = await router(() => {})
  const ending = new AbortController()
  const put = (await placeOf(silent.url)).put!(name(), record, { signal: ending.signal })
  await expect.poll(() => silent.open).toBe(1)
  ending.abort(new Error('enough'))
  await expect(put).rejects.toThrow('enough')
})

test('a missing record is no failure; a wrong one is', async () => {
  const asked = async (answer: Answer): Promise<Uint8Array | undefined> =>
    await (await places({ 'Routing.DelegatedRouters': [(await router(answer)).url] }))[0].find!(name(), { signal })
  const type = { 'content-type': 'application/vnd.ipfs.ipns-record' }
  expect(
    await asked((_, response) => {
      response.writeHead(404).end()
    })
  ).toBeUndefined()
  expect(
    await asked((_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).end('none')
    })
  ).toBeUndefined()
  expect(
    await asked((_, response) => {
      response.writeHead(200, type).end(record)
    })
  ).toEqual(record)
  await expect(asked((_, response) => {
    response.writeHead(200, type).end('rubbish')
  })).rejects.toThrow('sent a record that is not believed')
  await expect(asked((_, response) => {
    response.writeHead(500).end()
  })).rejects.toThrow('answered 500')
})
