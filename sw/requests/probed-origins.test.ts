import { describe, expect, it, vi } from 'vitest'
import { ProbedOrigins } from './probed-origins.ts'

const SITE = 'https://label.ipfs.example.org'
const YES = (): Response => new Response('{"swipfs":"own origins"}')

function probed (host: string, answer: () => Response | Promise<Response>, protocol = 'http:', visited: string[] = []) {
  const clock = { now: 0 }
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => await answer())
  return {
    origins: new ProbedOrigins({
      location: { protocol, host },
      fetch,
      visited: { has: async (site) => visited.includes(site) },
      now: () => clock.now
    }),
    fetch,
    clock
  }
}

it('a host whose origins answer has own origins, and is probed rarely', async () => {
  const { origins, fetch, clock } = probed('node.example.org:8443', YES, 'https:')
  expect(await Promise.all([origins.lacking(SITE), origins.lacking(SITE)])).toEqual([undefined, undefined])
  expect(await origins.lacking(SITE)).toBeUndefined()
  expect(fetch).toHaveBeenCalledTimes(1)
  expect(fetch.mock.calls[0][0]).toBe('https://bafkqaaa.ipfs.node.example.org:8443/own-origins.json')
  expect(fetch.mock.calls[0][1]).toMatchObject({ mode: 'cors', credentials: 'omit' })
  clock.now += 6 * 60_000
  await origins.lacking(SITE)
  expect(fetch).toHaveBeenCalledTimes(2)
})

it.each([
  ['does not answer', () => {
    throw new TypeError('Failed to fetch')
  }],
  ['is another site', () => new Response('<!doctype html>')],
  ['has no such file', () => new Response('{"swipfs":"own origins"}', { status: 404 })],
  ['says something else', () => new Response('null')]
])('a host whose origin %s has none, and is probed again soon', async (_, answer) => {
  const { origins, fetch, clock } = probed('example.org', answer)
  expect(await origins.lacking(SITE)).toBe('example.org has no origins for sites, or it cannot be reached now')
  const requests = fetch.mock.calls.length
  await origins.lacking(SITE)
  expect(fetch).toHaveBeenCalledTimes(requests)
  clock.now += 30_000
  fetch.mockResolvedValue(YES())
  expect(await origins.lacking(SITE)).toBeUndefined()
})

it('a host that sends no CORS header is said to send none', async () => {
  const { origins, fetch } = probed('example.org', YES, 'https:', [SITE])
  fetch.mockImplementation(async (_url, { mode }) => {
    if (mode !== 'no-cors') {
      throw new TypeError('Failed to fetch')
    }
    return Response.error()
  })
  expect(await origins.lacking('https://other.ipfs.example.org')).toBe(
    'the server of example.org sends no Access-Control-Allow-Origin with own-origins.json'
  )
  expect(await origins.lacking(SITE)).toBeUndefined()
})

describe('a site that was visited', () => {
  const answers = {
    refused: () => {
      throw new TypeError('Failed to fetch')
    },
    proxy: () => new Response('', { status: 502 }),
    stranger: () => new Response('<!doctype html>')
  }

  it.each(['refused', 'proxy'] as const)('has its origin while the host does not answer (%s)', async (how) => {
    const { origins } = probed('example.org', answers[how], 'https:', [SITE])
    expect(await origins.lacking(SITE)).toBeUndefined()
    expect(await origins.answersOffline(SITE)).toBe(true)
    expect(await origins.lacking('https://other.ipfs.example.org')).toContain('it cannot be reached now')
    expect(await origins.answersOffline('https://other.ipfs.example.org')).toBe(false)
  })

  it('has no own origin if another host answers', async () => {
    const { origins } = probed('example.org', answers.stranger, 'https:', [SITE])
    expect(await origins.lacking(SITE)).toContain('example.org has no origins')
    expect(await origins.answersOffline(SITE)).toBe(false)
  })

  it('is found offline soon after the host was last reached', async () => {
    const { origins, fetch, clock } = probed('example.org', YES, 'https:', [SITE])
    expect(await origins.answersOffline(SITE)).toBe(false)
    fetch.mockImplementation(answers.refused)
    clock.now += 30_000
    expect(await origins.answersOffline(SITE)).toBe(true)
    expect(await origins.lacking(SITE)).toBeUndefined()
  })

  it('has no own origin if browsers treat it as another site', async () => {
    const { origins, fetch } = probed('localhost:4173', answers.refused, 'http:', [SITE])
    expect(await origins.lacking(SITE)).toContain('localhost cannot have origins')
    expect(await origins.answersOffline(SITE)).toBe(false)
    expect(fetch).not.toHaveBeenCalled()
  })
})

it.each([
  ['localhost:4173', 'localhost cannot have origins for sites (node.localhost can)'],
  ['127.0.0.1:4173', 'an IP address cannot have origins for sites'],
  ['[::1]:4173', 'an IP address cannot have origins for sites'],
  ['intranet', 'intranet cannot have origins for sites']
])('%s has no own origin and is not probed', async (host, words) => {
  const { origins, fetch } = probed(host, YES)
  expect(await origins.lacking(SITE)).toBe(words)
  expect(fetch).not.toHaveBeenCalled()
})

it('does not redirect a browser that treats hosts below localhost as other sites', async () => {
  const lacking = async (host: string, userAgent: string): Promise<string | undefined> =>
    await new ProbedOrigins({ location: { protocol: 'http:', host }, userAgent, fetch: async () => YES() }).lacking(
      SITE
    )
  const webkit = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15'
  expect(await lacking('node.localhost:1', webkit)).toBe('this browser treats hosts below localhost as other sites')
  expect(await lacking('node.example.org', webkit)).toBeUndefined()
  expect(
    await lacking(
      'node.localhost:1',
      'Mozilla/5.0 (X11) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
    )
  ).toBeUndefined()
  expect(await lacking('node.localhost:1', 'Mozilla/5.0 (X11; rv:153.0) Gecko/20100101 Firefox/153.0')).toBeUndefined()
})

it.each([
  ['localhost:4173', 'node.localhost:4173'],
  ['127.0.0.1:4173', 'node.localhost:4173'],
  ['[::1]:4173', 'node.localhost:4173'],
  ['node.localhost:4173', undefined],
  ['192.168.0.2:4173', undefined],
  ['example.org', undefined]
])('%s is on this machine, and %s too', (host, other) => {
  expect(probed(host, YES).origins.otherHost).toBe(other)
})
