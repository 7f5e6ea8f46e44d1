import type { CID } from 'multiformats/cid'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ipnsNameText } from '../../names/record/ipns-name.ts'
import { parsePath } from '../../path/content-path.ts'
import { BlockCache } from '../../store/cache/block-cache.ts'
import { gatewayFixture } from '../../testing/http/gateway-fixture.ts'
import type { GatewayFixture } from '../../testing/http/gateway-fixture.ts'
import { newIndexedDB } from '../../testing/store/store-fixtures.ts'
import { handleGateway } from '../handler/handler.ts'
import { serveGateway } from '../port/serve-gateway.ts'
import type { GatewaySnapshot } from '../port/serve-gateway.ts'
import { HomeLink } from './home-connection.ts'
import type { HomeConnectionInit } from './home-connection.ts'
import { keepSettings, siteGateway } from './site-gateway.ts'

const HOME = 'http://node.localhost:4173'
const ends: Array<() => void | Promise<void>> = []
afterEach(async () => {
  for (const end of ends.splice(0)) {
    await end()
  }
})

interface TestSite {
  home: GatewayFixture
  link: HomeLink
  cache: BlockCache
  clock: { now: number }
  /** provides a port; the returned function ends the home's worker silently */
  hand: () => Promise<() => void>
  get: (root: string, path: string, waitMs?: number) => Promise<[status: number, text: string]>
  ask: ReturnType<typeof vi.fn<HomeConnectionInit['ask']>>
}

async function site (
  { waitMs = 50, indexedDB = newIndexedDB() }: { waitMs?: number; indexedDB?: IDBFactory } = {}
): Promise<TestSite> {
  const home = await gatewayFixture()
  const cache = await BlockCache.open('site', { maxBytes: 1e7, indexedDB })
  const clock = { now: 0 }
  let settings: GatewaySnapshot | undefined
  const ask = vi.fn<HomeConnectionInit['ask']>(async () => false)
  const link = new HomeLink({
    home: HOME,
    ask,
    waitMs,
    checkMs: 30,
    now: () => clock.now,
    onSnapshot: (snapshot) => {
      settings = snapshot
      keepSettings(cache, snapshot)
    }
  })
  ends.push(() => {
    link.close()
  }, async () => {
    await home.stop()
  })

  return {
    home,
    link,
    cache,
    clock,
    ask,

    async hand () {
      const { port1, port2 } = new MessageChannel()
      const close = serveGateway(port1, async () => home.node)
      ends.push(close)
      await link.take(port2)
      return close
    },

    async get (root, path, wait) {
      const response = await handleGateway(
        new Request(`http://site${path}`),
        async () =>
          await siteGateway({ cache, link, settings: () => settings }, {
            signal: new AbortController().signal,
            waitMs: () => wait
          }),
        { root }
      )
      return [response.status, await response.text()]
    }
  }
}

async function folder ({ dag }: GatewayFixture, files: Record<string, string>): Promise<string> {
  const entries: Record<string, CID> = {}
  for (const [name, text] of Object.entries(files)) {
    entries[name] = (await dag.raw(text)).cid
  }
  return `/ipfs/${await dag.directory(entries)}`
}

describe('a site', () => {
  it('serves content of its home, caches it, and serves that without the home', async () => {
    const { home, hand, get, link } = await site()
    const root = await folder(home, { 'a.txt': 'seen', 'b.txt': 'not seen' })
    const die = await hand()
    expect(await get(root, '/a.txt')).toEqual([200, 'seen'])
    expect((await get(root, '/'))[0]).toBe(200)
    die()
    await expect.poll(() => link.isOpen).toBe(false)
    expect(await get(root, '/a.txt')).toEqual([200, 'seen'])
    expect(await get(root, '/b.txt')).toEqual([
      504,
      expect.stringContaining(
        `this is not kept here, and the node at ${HOME} cannot be reached: no page of this site is open`
      )
    ])
  })

  it('gets another port from its pages when one has closed, and waits for it', async () => {
    const { home, hand, get, ask } = await site({ waitMs: 5000 })
    const root = await folder(home, { 'a.txt': 'text' })
    ;(await hand())()
    ask.mockImplementation(async () => {
      void hand()
      return true
    })
    expect(await get(root, '/a.txt')).toEqual([200, 'text'])
    expect(ask).toHaveBeenCalledTimes(1)
  })

  it('switches to a newer port without an error, and closes the old one after its calls', async () => {
    const { home, hand, get, link } = await site()
    const root = await folder(home, Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`${i}.txt`, `text ${i}`])))
    const closing = [await hand()]
    const answers = Promise.all(Array.from({ length: 40 }, async (_, i) => await get(root, `/${i}.txt`)))
    for (let i = 0; i < 5; i++) {
      closing.push(await hand())
    }
    // The home allows few ports of a site and closes the oldest one.
    closing.slice(0, -1).forEach((close) => {
      close()
    })
    expect(await answers).toEqual(Array.from({ length: 40 }, (_, i) => [200, `text ${i}`]))
    expect(link.isOpen).toBe(true)
  })

  it('gives up on a home whose ports close at each attempt', async () => {
    const { home, get, ask, link } = await site({ waitMs: 5000 })
    const root = await folder(home, { a: 'x' })
    let handed = 0
    ask.mockImplementation(async () => {
      const { port1, port2 } = new MessageChannel()
      handed++
      const close = serveGateway(port1, async () =>
        ({
          ...home.node,
          config: home.node.config,
          names: home.node.names,
          get blockstore () {
            return {
              ...home.dag.store,
              bytes: async () => {
                close()
                return await new Promise<never>(() => {})
              },
              bytesMany: () => {
                close()
                return (async function* () {
                  await new Promise(() => {})
                })()
              },
              size: async () => {
                close()
                return await new Promise<never>(() => {})
              }
            }
          }
        }) as never)
      await link.take(port2)
      return true
    })
    expect(await get(root, '/a')).toEqual([504, expect.stringContaining('goes away in the middle')])
    expect(handed).toBeLessThan(10)
  })

  it('uses the stored target of a name only if a page opened to connect reports the home as away', async () => {
    const { link } = await site()
    link.away('the policy of the page keeps it away', { visited: false })
    expect([link.unreachable?.reason, link.unreachableByVisit]).toEqual([
      'the policy of the page keeps it away',
      undefined
    ])
    link.away('its address does not answer')
    expect(link.unreachableByVisit?.reason).toBe('its address does not answer')
  })

  it('limits its wait, and does not wait again when pages reported the home as away', async () => {
    const { home, get, ask, link, clock } = await site()
    const root = await folder(home, { 'a.txt': 'text' })
    ask.mockImplementation(async () => true)
    expect((await get(root, '/a.txt'))[1]).toContain('no page of this site has got a port of it in time')
    link.away('its address does not answer')
    expect((await get(root, '/a.txt'))[1]).toContain('its address does not answer')
    expect(ask).toHaveBeenCalledTimes(1)
    clock.now += 20_000
    await get(root, '/a.txt')
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it('asks no page if it must not wait', async () => {
    const { home, get, ask } = await site()
    expect((await get(await folder(home, { a: 'x' }), '/a', 0))[0]).toBe(504)
    expect(ask).not.toHaveBeenCalled()
  })

  it('reports content missing at home like the home does', async () => {
    const { home, hand, get } = await site()
    await hand()
    const root = await folder(home, { 'a.txt': 'text' })
    expect((await get(root, '/none'))[0]).toBe(404)
    await home.dag.store.delete((await home.dag.raw('text')).cid)
    expect(await get(root, '/a.txt')).toEqual([404, expect.stringContaining('block was not found locally')])
  })

  it('verifies blocks of a port and of its own cache', async () => {
    const { home, hand, get, cache } = await site()
    const root = await folder(home, { 'a.txt': 'true text' })
    const { cid } = await home.dag.raw('true text')
    await hand()
    // Scripts of the site can write anything.
    cache.put(cid, new TextEncoder().encode('lies'))
    await cache.flush()
    expect(await get(root, '/a.txt')).toEqual([200, 'true text'])
    vi.spyOn(home.dag.store, 'bytes').mockImplementation(async () => new TextEncoder().encode('lies'))
    vi.spyOn(home.dag.store, 'bytesMany').mockImplementation(async function* (cids) {
      for await (const cid of cids) {
        yield { cid, bytes: new TextEncoder().encode('lies') }
      }
    })
    const other = await home.dag.raw('another')
    const [status, text] = await get(`/ipfs/${other.cid}`, '')
    expect([status >= 500, text.includes('integrity')]).toEqual([true, true])
  })

  it('rejects a port without a node at its other end', async () => {
    const { link } = await site()
    const { port1, port2 } = new MessageChannel()
    ends.push(serveGateway(port1, async () => {
      throw new Error('the disk is full')
    }))
    await expect(link.take(port2)).rejects.toMatchObject({ name: 'HomeUnreachableError', reason: 'the disk is full' })
    expect(link.unreachable?.reason).toBe('the disk is full')
  })

  it(
    'does not count a home that ended during the attempt as away, so that requests wait for the next one',
    async () => {
      const { home, link, get, ask } = await site({ waitMs: 5000 })
      const root = await folder(home, { a: 'x' })
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        port1.close()
      }
      ask.mockImplementation(async () => true)
      const answer = get(root, '/a')
      await expect(link.take(port2)).rejects.toMatchObject({ name: 'HomeUnreachableError', hasEnded: true })
      expect(link.unreachable).toBeUndefined()
      const next = new MessageChannel()
      ends.push(serveGateway(next.port1, async () => home.node))
      await link.take(next.port2)
      expect(await answer).toEqual([200, 'x'])
    }
  )

  it('detects a dead silent port before it is used', async () => {
    const { home, link, get, hand, clock, ask } = await site({ waitMs: 5000 })
    const root = await folder(home, { a: 'x' })
    const { port1, port2 } = new MessageChannel()
    let dead = false
    // A stopped worker in a browser that does not report it.
    ends.push(serveGateway(port1, async () => dead ? await new Promise(() => {}) : home.node))
    await link.take(port2)
    dead = true
    clock.now += 11_000
    ask.mockImplementation(async () => {
      void hand()
      return true
    })
    expect(await get(root, '/a')).toEqual([200, 'x'])
    expect(ask).toHaveBeenCalledTimes(1)
  })
})

describe('the name of a site', () => {
  it('is resolved by the home each time; the last target is used only if the home is unreachable', async () => {
    const { home, hand, get, link } = await site()
    const key = await home.node.keys.privateKey('self')
    const name = `/ipns/${ipnsNameText(key.publicKey.toMultihash())}`
    const publish = async (root: string): Promise<void> => {
      await home.node.names.publish(key, parsePath(root), {
        lifetimeMs: 1e8,
        ttlNs: 10n ** 12n,
        v1compat: true,
        offline: true,
        signal: new AbortController().signal
      })
    }
    await publish(await folder(home, { a: 'one' }))
    const die = await hand()
    expect(await get(name, '/a')).toEqual([200, 'one'])
    await publish(await folder(home, { a: 'two' }))
    expect(await get(name, '/a')).toEqual([200, 'two'])
    die()
    await expect.poll(() => link.isOpen).toBe(false)
    // A visit of the user must connect the home first.
    expect((await get(name, '/a', 0))[0]).toBeGreaterThanOrEqual(500)
    link.away('gone')
    expect(await get(name, '/a', 0)).toEqual([200, 'two'])
    expect(await get(name, '/a')).toEqual([200, 'two'])
  })
})

describe('denylists of the home', () => {
  const addList = async ({ home }: TestSite, text: string): Promise<void> => {
    await home.node.denylists.put('test', { kind: 'upload' }, {
      tag: '',
      chunks: (async function* () {
        yield new TextEncoder().encode(text)
      })()
    }, { maxBytes: 1e6, signal: new AbortController().signal })
  }

  it('count for cached content within seconds, by path and by block', async () => {
    const tested = await site()
    const { home, hand, get } = tested
    const clock = vi.spyOn(Date, 'now')
    const root = await folder(home, { 'a.txt': 'one', 'b.txt': 'two', 'c.txt': 'three' })
    await hand()
    expect(await get(root, '/a.txt')).toEqual([200, 'one'])
    expect(await get(root, '/b.txt')).toEqual([200, 'two'])
    const { cid } = await home.dag.raw('two')
    await addList(tested, `${root}/a*\n/ipfs/${cid} gateway_status=451\n`)
    const laterMs = Date.now() + 2001
    clock.mockImplementation(() => laterMs)
    expect(await get(root, '/a.txt')).toEqual([
      410,
      `${root}/a.txt is blocked and cannot be provided (denylist test)\n`.replace(
        /^/,
        `failed to resolve ${root}/a.txt: `
      )
    ])
    expect((await get(root, '/b.txt'))[0]).toBe(451)
    expect(await get(root, '/c.txt')).toEqual([200, 'three'])
    await home.node.denylists.remove('test')
    expect(await get(root, '/a.txt')).toEqual([200, 'one'])
    clock.mockRestore()
  })

  it('count without the home as it has decided last, and a visit connects it first', async () => {
    const tested = await site()
    const { home, hand, get, link } = tested
    const root = await folder(home, { 'a.txt': 'one', 'b.txt': 'two', 'c.txt': 'three' })
    await addList(tested, `/ipfs/bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy\n`)
    const die = await hand()
    for (const name of ['a', 'b', 'c']) {
      expect((await get(root, `/${name}.txt`))[0]).toBe(200)
    }
    const { cid } = await home.dag.raw('two')
    await addList(tested, `${root}/a.txt\n/ipfs/${cid}\n`)
    expect((await get(root, '/a.txt'))[0]).toBe(410)
    expect((await get(root, '/b.txt'))[0]).toBe(410)
    die()
    await expect.poll(() => link.isOpen).toBe(false)
    expect((await get(root, '/c.txt', 0))[0]).toBe(504)
    link.away('gone')
    expect(await get(root, '/c.txt', 0)).toEqual([200, 'three'])
    expect((await get(root, '/a.txt', 0))[0]).toBe(410)
    expect((await get(root, '/b.txt', 0))[0]).toBe(410)
  })
})
