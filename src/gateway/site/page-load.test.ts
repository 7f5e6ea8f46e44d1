import 'fake-indexeddb/auto'

import type { CID } from 'multiformats/cid'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { BlockCache } from '../../store/cache/block-cache.ts'
import { gatewayFixture } from '../../testing/http/gateway-fixture.ts'
import { newIndexedDB } from '../../testing/store/store-fixtures.ts'
import { handleGateway } from '../handler/handler.ts'
import { serveGateway } from '../port/serve-gateway.ts'
import type { GatewaySnapshot } from '../port/serve-gateway.ts'
import { HomeLink } from './home-connection.ts'
import { siteGateway } from './site-gateway.ts'

const FILES = 60
const ends: Array<() => void | Promise<void>> = []

afterEach(async () => {
  vi.restoreAllMocks()

  for (const end of ends.splice(0)) {
    await end()
  }
})

interface LoadedSite {
  /** requests all files of the site, as a page does */
  load: (init?: RequestInit) => Promise<Response[]>
  /** opens the cache again, as a new worker does */
  restart: () => Promise<void>
  /** messages to the home, without those of the connection */
  calls: string[]
}

async function loadedSite (): Promise<LoadedSite> {
  const home = await gatewayFixture()
  const entries: Record<string, CID> = {}

  for (let i = 0; i < FILES; i++) {
    entries[`m${i}.js`] = (await home.dag.raw(`export const a = ${i}`)).cid
  }

  const root = `/ipfs/${await home.dag.directory({ js: await home.dag.directory(entries) })}`
  const indexedDB = newIndexedDB()
  let cache = await BlockCache.open('site', { maxBytes: 1e7, indexedDB })
  let settings: GatewaySnapshot | undefined
  const link = new HomeLink({
    home: 'http://node.localhost',
    ask: async () => false,
    onSnapshot: (snapshot) => {
      settings = snapshot
    }
  })
  const { port1, port2 } = new MessageChannel()
  const calls: string[] = []
  port1.addEventListener('message', ({ data }: MessageEvent<{ type: string; method?: string }>) => {
    if (data.type === 'call' && !['hello', 'verdicts'].includes(data.method ?? '')) {
      calls.push(data.method ?? '')
    }
  })
  ends.push(
    serveGateway(port1, async () => home.node),
    () => {
      link.close()
    },
    async () => {
      await home.stop()
    }
  )
  await link.take(port2)

  return {
    calls,

    load: async (init) =>
      await Promise.all(Array.from({ length: FILES }, async (_, i) => {
        // Each request of a page is an event of its own.
        await new Promise((resolve) => setImmediate(resolve))
        return await handleGateway(
          new Request(`http://site/js/m${i}.js`, init),
          async () =>
            await siteGateway({ cache, link, settings: () => settings }, {
              signal: new AbortController().signal,
              waitMs: () => undefined
            }),
          { root }
        )
      })),

    async restart () {
      await cache.close()
      cache = await BlockCache.open('site', { maxBytes: 1e7, indexedDB })
    }
  }
}

function countReads (): () => number {
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
  return () => transaction.mock.calls.filter(([, mode]) => mode === 'readonly').length
}

describe('a page that loads many files of its site', () => {
  it('calls the home for many files at once', async () => {
    const { load, calls } = await loadedSite()
    const answers = await load()

    expect(await answers[7].text()).toBe('export const a = 7')
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    // Two directories, and the files in a few calls.
    expect(calls.length).toBeLessThan(12)
  })

  it('verifies and reads a directory once, and the files in few transactions', async () => {
    const { load, restart, calls } = await loadedSite()
    await load()
    await restart()
    calls.length = 0
    const reads = countReads()
    const digest = vi.spyOn(crypto.subtle, 'digest')
    await load()

    expect(calls).toEqual([])
    expect(reads()).toBeLessThan(20)
    expect(digest.mock.calls.length).toBeLessThanOrEqual(FILES + 2)
  })

  it('answers what it showed before from memory', async () => {
    const { load } = await loadedSite()
    await load()
    const reads = countReads()
    const digest = vi.spyOn(crypto.subtle, 'digest')
    await load()

    expect(reads()).toBe(0)
    expect(digest).not.toHaveBeenCalled()
  })

  it('answers HEAD and 304 of cached files without the home', async () => {
    const { load, restart, calls } = await loadedSite()
    const [first] = await load()
    await restart()
    calls.length = 0
    const heads = await load({ method: 'HEAD' })
    const [unchanged] = await load({ headers: { 'If-None-Match': first.headers.get('etag') ?? '' } })

    expect(heads.every(({ status, headers }) => status === 200 && headers.get('content-length') !== null)).toBe(true)
    expect(unchanged.status).toBe(304)
    expect(calls).toEqual([])
  })
})
