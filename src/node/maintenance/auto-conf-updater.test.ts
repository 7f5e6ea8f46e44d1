import { MemoryDatastore } from 'datastore-core'
import type { Datastore } from 'interface-datastore'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { TEST_TLS } from '../../../e2e/fixtures/site/test-tls.ts'
import type { Json } from '../../config/values/config.ts'
import { conditionalFetch } from '../../net/auto-conf/conditional-fetch.ts'
import { bootstrapPeers } from '../../net/bootstrap/bootstrap-peers.ts'
import { fetchInsecurely } from '../../node-adapter/network/fetch-insecurely.ts'
import { routerSettings } from '../../retrieval/settings/router-settings.ts'
import { startServer } from '../../testing/http/http-fixtures.ts'
import { TestNode } from '../../testing/test-node.ts'
import type { TestNodeInit } from '../../testing/test-node.ts'
import type { AutoConfInit } from './auto-conf-updater.ts'

const ROUTER = 'https://router.of.this.year.example'
const BUILT_IN_ROUTER = 'https://cid.contact/routing/v1/providers'
const KEY = 'Routing.DelegatedRouters'

let version = 2026070101
let schema = 1
let ttl = 0
let answers: 'document' | 'failure' = 'document'
const asked: Array<Record<string, string | undefined>> = []
const ends: Array<() => Promise<void>> = []
let url: string

function documentText (): string {
  return JSON.stringify({
    AutoConfVersion: version,
    AutoConfSchema: schema,
    AutoConfTTL: ttl,
    DelegatedEndpoints: { [ROUTER]: { Systems: ['IPNI'], Read: ['/routing/v1/providers'], Write: [] } }
  })
}

beforeEach(async () => {
  ;[version, schema, ttl, answers] = [2026070101, 1, 0, 'document']
  asked.length = 0
  const server = await startServer(({ headers }, response) => {
    asked.push(headers as Record<string, string>)
    const etag = `"${version}"`

    if (answers === 'failure') {
      response.writeHead(503).end()
    } else if (headers['if-none-match'] === etag) {
      response.writeHead(304).end()
    } else {
      response.writeHead(200, { ETag: etag, 'Last-Modified': 'Wed, 01 Jul 2026 00:00:00 GMT' }).end(documentText())
    }
  })
  ends.push(server.close)
  url = `${server.url}/autoconf.json`
})

afterEach(async () => {
  vi.useRealTimers()

  for (const end of ends.splice(0).reverse()) {
    await end()
  }
})

async function start (
  config: Record<string, Json> = {},
  init: AutoConfInit = { send: conditionalFetch() },
  datastore: Datastore = new MemoryDatastore(),
  others: Partial<TestNodeInit> = {}
): Promise<TestNode> {
  const node = await TestNode.start({
    online: true,
    datastore,
    autoConf: init,
    config: { 'AutoConf.URL': url, ...config },
    ...others
  })
  ends.push(async () => {
    await node.node.stop()
  })
  await node.node.services.start()
  return node
}

async function routers (node: TestNode): Promise<unknown> {
  return ((await node.rpc(`config?arg=${KEY}&expand-auto=true`)).lines[0] as { Value: unknown }).Value
}

async function logLines (node: TestNode): Promise<string> {
  const { node: { logs } } = node
  return JSON.stringify(logs.recent().filter(({ logger }) => logger === 'autoconf'))
}

describe('the recommendations of AutoConf', () => {
  test('are fetched, used and stored', async () => {
    const datastore = new MemoryDatastore()
    const node = await start({}, { send: conditionalFetch({ userAgent: () => 'me/1' }) }, datastore)
    await expect.poll(async () => await routers(node)).toEqual([`${ROUTER}/routing/v1/providers`])
    expect(routerSettings(node.node.config, { auto: true })).toEqual([ROUTER])
    expect(asked).toMatchObject([{ 'user-agent': 'me/1' }])
    expect((await node.rpc('config/show?expand-auto=true')).text).toContain(ROUTER)
    // A system that the document does not name has no bootstrap peers.
    expect(bootstrapPeers(node.node.config, { auto: true })).toEqual([])

    // The next start has them at once, without a request.
    const next = await start({}, undefined, datastore)
    expect(await routers(next)).toEqual([`${ROUTER}/routing/v1/providers`])
    expect(asked).toHaveLength(1)
  })

  test('are fetched again when they are due, with the validator of the last answer', async () => {
    const datastore = new MemoryDatastore()
    const first = await start({}, undefined, datastore)
    await expect.poll(async () => await routers(first)).toEqual([`${ROUTER}/routing/v1/providers`])
    vi.setSystemTime(Date.now() + 24 * 60 * 60 * 1000)
    const second = await start({}, undefined, datastore)
    await expect.poll(() => asked.length).toBe(2)
    expect(asked[1]['if-none-match']).toBe('"2026070101"')
    await second.node.services.idle()

    // A 304 counts as a check.
    await start({}, undefined, datastore)
    vi.setSystemTime(Date.now() + 23 * 60 * 60 * 1000)
    await start({}, undefined, datastore)
    expect(asked).toHaveLength(2)

    // A shorter interval of the user, and of the server.
    await start({ 'AutoConf.RefreshInterval': '1h' }, undefined, datastore)
    await expect.poll(() => asked.length).toBe(3)
    version++
    ttl = 60
    vi.setSystemTime(Date.now() + 60 * 60 * 1000)
    const third = await start({}, undefined, datastore)
    await expect.poll(() => asked.length).toBe(4)
    await third.node.services.idle()
    vi.setSystemTime(Date.now() + 61_000)
    await start({ 'AutoConf.RefreshInterval': 'default' }, undefined, datastore)
    await expect.poll(() => asked.length).toBe(5)
  })

  test('are those of the build until the server answers, and after an error', async () => {
    answers = 'failure'
    const node = await start({})
    await expect.poll(() => asked.length).toBe(1)
    await node.node.services.idle()
    expect(await routers(node)).toEqual([BUILT_IN_ROUTER])
    expect(await logLines(node)).toContain('AutoConf fetch failed: unexpected status code: 503')
    // The next attempt waits for minutes.
    await routers(node)
    expect(asked).toHaveLength(1)
  })

  test('that are invalid are refused, and the last valid ones stay', async () => {
    const datastore = new MemoryDatastore()
    const first = await start({}, undefined, datastore)
    await expect.poll(async () => await routers(first)).toEqual([`${ROUTER}/routing/v1/providers`])
    ;[version, schema] = [version + 1, 2]
    vi.setSystemTime(Date.now() + 24 * 60 * 60 * 1000)
    const next = await start({}, undefined, datastore)
    await expect.poll(() => asked.length).toBe(2)
    await next.node.services.idle()
    expect(await routers(next)).toEqual([`${ROUTER}/routing/v1/providers`])
    expect(await logLines(next)).toContain('unsupported autoconf schema version 2')
  })

  test('of another URL do not count', async () => {
    const node = await start({})
    await expect.poll(async () => await routers(node)).toEqual([`${ROUTER}/routing/v1/providers`])
    await node.rpc('config?arg=AutoConf.URL&arg=http://127.0.0.1:9/none.json')
    expect(await routers(node)).toEqual([BUILT_IN_ROUTER])
    await node.rpc(`config?arg=AutoConf.URL&arg=${url}?again`)
    await expect.poll(async () => await routers(node)).toEqual([`${ROUTER}/routing/v1/providers`])
  })

  test('are not fetched if AutoConf is disabled', async () => {
    const node = await start({ 'AutoConf.Enabled': false })
    expect(await routers(node)).toEqual([])
    await node.node.services.idle()
    expect(asked).toEqual([])
  })

  test('are fetched only after they were used, if the start must not be slowed down', async () => {
    const node = await start({}, { lazyMs: 1 })
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(asked).toEqual([])
    expect(await routers(node)).toEqual([BUILT_IN_ROUTER])
    await expect.poll(async () => await routers(node)).toEqual([`${ROUTER}/routing/v1/providers`])
    expect(asked).toHaveLength(1)
    expect(asked[0]).not.toHaveProperty('if-none-match')
  })

  test.each([
    ['the node', { isOff: () => true }, {}],
    ['AutoConf', {}, { isOff: () => true }]
  ])('are not fetched while the settings keep %s off the network', async (_, init, rest) => {
    const node = await start({}, { ...rest, send: conditionalFetch() }, undefined, init)
    expect(await routers(node)).toEqual([BUILT_IN_ROUTER])
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(asked).toEqual([])
  })

  test('are not fetched without network', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    await start()
    await new Promise((resolve) => setTimeout(resolve, 30))
    vi.unstubAllGlobals()
    expect(asked).toEqual([])
  })

  test('are not taken from other schemes', async () => {
    const node = await start({ 'AutoConf.URL': 'file:///etc/autoconf.json' })
    await expect.poll(async () => await logLines(node)).toContain(
      'invalid config URL: only HTTP and HTTPS are allowed'
    )
  })
})

describe('AutoConf.TLSInsecureSkipVerify', () => {
  test('is refused where certificates cannot be ignored', async () => {
    const node = await start({ 'AutoConf.TLSInsecureSkipVerify': true })
    await expect.poll(async () => await logLines(node)).toContain('AutoConf.TLSInsecureSkipVerify is refused')
    expect(asked).toEqual([])
  })

  test('accepts any certificate in Node.js', async () => {
    const server = createHttpsServer(TEST_TLS, (_, response) => {
      response.end(documentText())
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    ends.push(async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    })
    const secure = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const careful = await start({ 'AutoConf.URL': secure }, { send: conditionalFetch({ fetchInsecurely }) })
    await expect.poll(async () => await logLines(careful)).toContain('AutoConf fetch failed')
    const node = await start({ 'AutoConf.URL': secure, 'AutoConf.TLSInsecureSkipVerify': true }, {
      send: conditionalFetch({ fetchInsecurely })
    })
    await expect.poll(async () => await routers(node)).toEqual([`${ROUTER}/routing/v1/providers`])
  })
})
