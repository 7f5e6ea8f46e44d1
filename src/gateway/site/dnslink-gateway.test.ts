import { generateKeyPairFromSeed } from '@libp2p/crypto/keys'
import { afterEach, describe, expect, it } from 'vitest'
import { createRecord } from '../../names/record/create-record.ts'
import { ipnsNameText } from '../../names/record/ipns-name.ts'
import { BlockCache } from '../../store/cache/block-cache.ts'
import { startDohServer } from '../../testing/http/doh-server.ts'
import type { DohServer, Zone } from '../../testing/http/doh-server.ts'
import { gatewayFixture } from '../../testing/http/gateway-fixture.ts'
import type { GatewayFixture } from '../../testing/http/gateway-fixture.ts'
import { startGateway, startServer } from '../../testing/http/http-fixtures.ts'
import type { TestServer } from '../../testing/http/http-fixtures.ts'
import { newIndexedDB } from '../../testing/store/store-fixtures.ts'
import { handleGateway } from '../handler/handler.ts'
import { openDnslinkGateway } from './dnslink-gateway.ts'

const ends: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const end of ends.splice(0)) {
    await end()
  }
})

const NAME = '_dnslink.docs.test'

interface TestSite {
  elsewhere: GatewayFixture
  gateway: TestServer
  dns: DohServer
  zone: Zone
  clock: { now: number }
  cache: BlockCache
  /** changes the target of the domain */
  link: (files: Record<string, string>) => Promise<string>
  get: (path: string, headers?: Record<string, string>) => Promise<[status: number, text: string]>
  /** links the name of a key to a content, and the domain to that name */
  linkByKey: (root: string, sequence: bigint) => Promise<void>
  router: TestServer
  /** opens it again, like a worker after a stop */
  reopen: () => Promise<void>
}

/**
 * Opens a site whose patience with DNS and routers is endless: no test depends on how fast they answer.
 *
 * @param intercept - whether DNS never answers a query; the patience ends when that query has arrived
 */
async function site (intercept?: (asked: number) => boolean): Promise<TestSite> {
  const elsewhere = await gatewayFixture()
  const { dag } = elsewhere
  const gateway = await startGateway(dag.store)
  const zone: Zone = {}
  let asked = 0
  const patience = new Set<() => void>()
  const dns = await startDohServer({
    zone,
    ttlSecs: 0,
    intercept: () => {
      const isSilent = intercept?.(++asked) === true
      if (isSilent) {
        patience.forEach((end) => {
          end()
        })
      }
      return isSilent
    }
  })
  const cache = await BlockCache.open('site', { maxBytes: 1e7, indexedDB: newIndexedDB() })
  const clock = { now: 0 }
  ends.push(async () => {
    await gateway.close()
  }, async () => {
    await dns.close()
  }, async () => {
    await elsewhere.stop()
  })
  let record: Uint8Array | undefined
  const router = await startServer((_, response) => {
    response.writeHead(record == null ? 404 : 200, { 'content-type': 'application/vnd.ipfs.ipns-record' }).end(record)
  })
  ends.push(async () => {
    await router.close()
  })
  const config = {
    'DNS.Resolvers': { '.': dns.url },
    'HTTPRetrieval.Gateways': [gateway.url],
    'HTTPRetrieval.Allowlist': ['127.0.0.1'],
    'Routing.DelegatedRouters': [`${router.url}/routing/v1/ipns`]
  }
  const open = async () =>
    await openDnslinkGateway({
      cache,
      config,
      awayMs: 1000,
      now: () => clock.now,
      later: (end) => {
        patience.add(end)
        return () => {
          patience.delete(end)
        }
      }
    })
  let opened = await open()

  return {
    elsewhere,
    gateway,
    dns,
    zone,
    clock,
    cache,

    async link (files) {
      const entries: Parameters<typeof dag.directory>[0] = {}
      for (const [name, text] of Object.entries(files)) {
        entries[name] = (await dag.raw(text)).cid
      }
      const root = String(await dag.directory(entries))
      zone[NAME] = [`dnslink=/ipfs/${root}`]
      return root
    },

    async linkByKey (root, sequence) {
      const key = await generateKeyPairFromSeed('Ed25519', new Uint8Array(32).fill(1))
      record = await createRecord(key, {
        value: `/ipfs/${root}`,
        sequence,
        validityMs: Date.now() + 600_000,
        ttlNs: 0n,
        v1compat: true
      })
      zone[NAME] = [`dnslink=/ipns/${ipnsNameText(key.publicKey.toMultihash())}`]
    },

    router,

    async get (path, headers) {
      const response = await handleGateway(new Request(`http://docs.test${path}`, { headers }), opened(), {
        root: '/ipns/docs.test',
        gatewayUrl: '//docs.test'
      })
      return [response.status, await response.text()]
    },

    async reopen () {
      opened = await open()
    }
  }
}

describe('a site of a domain name', () => {
  it('serves the DNSLink from gateways, and requests each block once', async () => {
    const { link, get, gateway, dns } = await site()
    await link({ 'index.html': 'the page', 'a.txt': 'text', _redirects: '/app/* /index.html 200' })
    expect(await get('/')).toEqual([200, 'the page'])
    expect(await get('/app/route')).toEqual([200, 'the page'])
    expect(await get('/a.txt')).toEqual([200, 'text'])
    expect((await get('/none'))[0]).toBe(404)
    const asked = gateway.asked.length
    expect(await get('/a.txt')).toEqual([200, 'text'])
    expect(gateway.asked).toHaveLength(asked)
    expect(new Set(dns.asked)).toEqual(new Set([`message ${NAME}`]))
  })

  it('follows its name, and serves cached content without DNS and gateways after a restart', async () => {
    const { link, get, gateway, dns, reopen } = await site()
    await link({ 'index.html': 'one' })
    expect(await get('/')).toEqual([200, 'one'])
    await link({ 'index.html': 'two', 'late.txt': 'late' })
    expect(await get('/')).toEqual([200, 'two'])
    await dns.close()
    await gateway.close()
    expect(await get('/')).toEqual([200, 'two'])
    await reopen()
    expect(await get('/')).toEqual([200, 'two'])
    const [status, text] = await get('/late.txt')
    expect([status, text.includes(gateway.url)]).toEqual([404, true])
  })

  it('follows a DNSLink to a key, and serves cached content without routers', async () => {
    const { link, linkByKey, get, router, reopen } = await site()
    await linkByKey(await link({ 'index.html': 'one' }), 1n)
    expect(await get('/')).toEqual([200, 'one'])
    await linkByKey(await link({ 'index.html': 'two' }), 2n)
    expect(await get('/')).toEqual([200, 'two'])
    await router.close()
    await reopen()
    expect(await get('/')).toEqual([200, 'two'])
  })

  it('reports unreachable routers if nothing is cached', async () => {
    const { link, linkByKey, get, router } = await site()
    await linkByKey(await link({ 'index.html': 'one' }), 1n)
    await router.close()
    const [status, text] = await get('/', { Accept: 'text/html' })
    expect([status, text.includes('The routers that resolve names'), text.includes(router.url)]).toEqual([
      502,
      true,
      true
    ])
  })

  it('does not wait for a silent DNS if content is cached, nor ask it again immediately', async () => {
    let silentFrom = Infinity
    let count = 0
    const { link, get, clock } = await site((asked) => {
      count = asked
      return asked >= silentFrom
    })
    await link({ 'index.html': 'one', 'a.txt': 'text' })
    expect(await get('/')).toEqual([200, 'one'])
    await get('/a.txt')
    silentFrom = count + 1
    expect(await get('/')).toEqual([200, 'one'])
    expect(await get('/a.txt')).toEqual([200, 'text'])
    expect(count).toBe(silentFrom)
    clock.now += 1001
    expect(await get('/')).toEqual([200, 'one'])
    expect(count).toBe(silentFrom + 1)
  })

  it('respects a DNS answer that the link is gone', async () => {
    const { link, get, zone } = await site()
    await link({ 'index.html': 'one' })
    expect(await get('/')).toEqual([200, 'one'])
    delete zone[NAME]
    const [status, text] = await get('/')
    expect([status >= 400, text.includes('could not find a TXT record')]).toEqual([true, true])
  })

  it('verifies blocks of gateways and of its own cache', async () => {
    const { elsewhere: { dag }, link, get, cache, gateway } = await site()
    await link({ 'a.txt': 'true text', 'b.txt': 'other' })
    cache.put((await dag.raw('true text')).cid, new TextEncoder().encode('lies'))
    await cache.flush()
    expect(await get('/a.txt')).toEqual([200, 'true text'])
    await gateway.close()
    cache.put((await dag.raw('other')).cid, new TextEncoder().encode('lies'))
    expect((await get('/b.txt'))[0]).toBe(404)
  })

  it('has no API, and is read-only', async () => {
    const { link, get } = await site()
    await link({ 'index.html': 'one' })
    expect((await get('/api/v0/id'))[0]).toBe(404)
    expect((await get(`/ipfs/${(await link({ x: 'y' }))}/x`))[0]).toBe(404)
  })

  it('does not open with an invalid setting', async () => {
    const cache = await BlockCache.open('site', { maxBytes: 1e6, indexedDB: newIndexedDB() })
    await expect(openDnslinkGateway({ cache, config: { 'DNS.Resolvers': { '.': 'nowhere' } } })).rejects.toThrow(
      'is no URL'
    )
  })
})
