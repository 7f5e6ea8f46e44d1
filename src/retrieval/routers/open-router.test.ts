import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startServer } from '../../testing/http/http-fixtures.ts'
import type { TestServer } from '../../testing/http/http-fixtures.ts'
import { openRouter } from './open-router.ts'
import { routerRecords } from './router-records.ts'

let router: TestServer
let refuse: { status: number; headers?: Record<string, string> } | undefined

beforeEach(async () => {
  refuse = undefined

  router = await startServer((_, response) => {
    response.writeHead(refuse?.status ?? 200, { 'content-type': 'application/json', ...refuse?.headers }).end(
      '{"Providers":null}'
    )
  })
})

afterEach(async () => {
  vi.restoreAllMocks()
  await router.close()
})

const options = {
  accept: 'application/json',
  signal: new AbortController().signal,
  followRedirects: true,
  timeoutMs: 5000
}
const ask = async (path = '/routing/v1/providers/x'): Promise<number> => {
  const { status, close } = await openRouter(`${router.url}${path}`, options)
  close()
  return status
}

/** Advances the clock. */
function pass (ms: number): void {
  const now = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => now + ms)
}

test.each([[429, '60', 60], [503, '120', 120], [429, undefined, 10]])(
  'after a %i with Retry-After %s, a router is not asked for %i s, by any request',
  async (status, retryAfter, seconds) => {
    refuse = { status, headers: retryAfter == null ? {} : { 'retry-after': retryAfter } }
    await expect(ask()).rejects.toMatchObject({ name: 'SourceError', failure: 'later', message: `answered ${status}` })
    refuse = undefined

    await expect(ask('/routing/v1/ipns/y')).rejects.toMatchObject({
      failure: 'later',
      message: `is busy, and not asked for ${seconds} s`
    })
    await expect(routerRecords(`${router.url}/routing/v1/peers/z`, { list: 'Peers', signal: options.signal }).next())
      .rejects.toMatchObject({ failure: 'later' })
    expect(router.asked).toEqual(['/routing/v1/providers/x'])

    pass((seconds - 1) * 1000)
    await expect(ask()).rejects.toMatchObject({ failure: 'later' })
    pass(2000)
    expect(await ask()).toBe(200)
  }
)

test('a router that fails, or has no result, can be asked again at once', async () => {
  refuse = { status: 500 }
  expect(await ask()).toBe(500)
  refuse = { status: 404 }
  expect(await ask()).toBe(404)
  expect(router.asked).toHaveLength(2)
})

test('a router with a Retry-After of years is asked again after an hour', async () => {
  refuse = { status: 429, headers: { 'retry-after': '999999999999' } }
  await expect(ask()).rejects.toMatchObject({ failure: 'later' })
  refuse = undefined
  pass(3_601_000)
  expect(await ask()).toBe(200)
})
