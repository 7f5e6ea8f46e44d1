import { expect, it } from 'vitest'
import type { CacheStorageLike } from '../../src/store/cache/caches-with-timeout.ts'
import { VisitedSites } from './visited-sites.ts'

/** A Cache API that outlives the workers. */
function disk (): CacheStorageLike & { written: number } {
  const kept = new Map<string, Response>()

  const caches = {
    written: 0,
    has: async () => true,
    delete: async () => true,
    open: async () => ({
      match: async (url: RequestInfo | URL) => kept.get(String(url))?.clone(),
      put: async (url: RequestInfo | URL, response: Response) => {
        caches.written++
        kept.set(String(url), response)
      },
      keys: async () => [],
      delete: async (url: RequestInfo | URL) => kept.delete(String(url))
    })
  }

  return caches
}

const site = (i: number): string => `https://label${i}.ipfs.example.org`

it('remembers the sites that were visited over the ends of its worker', async () => {
  const caches = disk()
  const sites = new VisitedSites(caches)
  expect(await sites.has(site(1))).toBe(false)
  await Promise.all([sites.add(site(1)), sites.add(site(2)), sites.add(site(2))])
  expect(await sites.has(site(1))).toBe(true)
  expect(caches.written).toBe(2)
  const later = new VisitedSites(caches)
  expect(await Promise.all([site(1), site(2), site(3)].map(async (origin) => await later.has(origin)))).toEqual([
    true,
    true,
    false
  ])
})

it('forgets the site that was visited longest ago when there are too many', async () => {
  const caches = disk()
  const sites = new VisitedSites(caches)
  for (let i = 0; i < 256; i++) {
    await sites.add(site(i))
  }
  await sites.add(site(0))
  await sites.add(site(256))
  const later = new VisitedSites(caches)
  expect(await Promise.all([0, 1, 2, 256].map(async (i) => await later.has(site(i))))).toEqual([
    true,
    false,
    true,
    true
  ])
})

it('knows no site, and rejects nothing, where storage is refused or the list is damaged', async () => {
  const refused = new VisitedSites({
    ...disk(),
    open: async () => {
      throw new DOMException('private', 'SecurityError')
    }
  })
  await refused.add(site(1))
  expect(await refused.has(site(1))).toBe(false)
  const caches = disk()
  await (await caches.open('any')).put('/.well-known/swipfs/visited-sites', new Response('{"a":'))
  const damaged = new VisitedSites(caches)
  expect(await damaged.has(site(1))).toBe(false)
  await damaged.add(site(1))
  expect(await new VisitedSites(caches).has(site(1))).toBe(true)
})
