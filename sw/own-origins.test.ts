import { expect, it, vi } from 'vitest'
import { ProbedOrigins } from './own-origins.ts'

const YES = (): Response => new Response('{"swipfs":"own origins"}')

function probed (host: string, answer: () => Response | Promise<Response>, protocol = 'http:') {
  const clock = { now: 0 }
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => await answer())
  return { origins: new ProbedOrigins({ location: { protocol, host }, fetch, now: () => clock.now }), fetch, clock }
}

it('a host whose origins answer has them, and is asked once in a while', async () => {
  const { origins, fetch, clock } = probed('node.example.org:8443', YES, 'https:')
  expect(await Promise.all([origins.lacking(), origins.lacking()])).toEqual([undefined, undefined])
  expect(await origins.lacking()).toBeUndefined()
  expect(fetch).toHaveBeenCalledTimes(1)
  expect(fetch.mock.calls[0][0]).toBe('https://bafkqaaa.ipfs.node.example.org:8443/own-origins.json')
  expect(fetch.mock.calls[0][1]).toMatchObject({ mode: 'cors', credentials: 'omit' })
  clock.now += 6 * 60_000
  await origins.lacking()
  expect(fetch).toHaveBeenCalledTimes(2)
})

it.each([
  ['does not answer', () => { throw new TypeError('Failed to fetch') }],
  ['is another site', () => new Response('<!doctype html>')],
  ['has no such file', () => new Response('{"swipfs":"own origins"}', { status: 404 })],
  ['says something else', () => new Response('null')]
])('a host whose origin %s has none, and is asked again soon', async (_, answer) => {
  const { origins, fetch, clock } = probed('example.org', answer)
  expect(await origins.lacking()).toBe('example.org has none for sites, or it cannot be reached now')
  await origins.lacking()
  expect(fetch).toHaveBeenCalledTimes(1)
  clock.now += 30_000
  fetch.mockResolvedValue(YES())
  expect(await origins.lacking()).toBeUndefined()
})

it.each([
  ['localhost:4173', 'localhost has none for sites (node.localhost has)'],
  ['127.0.0.1:4173', 'an IP address has none for sites'],
  ['[::1]:4173', 'an IP address has none for sites'],
  ['intranet', 'intranet has none for sites']
])('%s has none and is not asked', async (host, words) => {
  const { origins, fetch } = probed(host, YES)
  expect(await origins.lacking()).toBe(words)
  expect(fetch).not.toHaveBeenCalled()
})

it('a browser that takes hosts below localhost for strangers is not sent there, others are', async () => {
  const lacking = async (host: string, userAgent: string): Promise<string | undefined> => await new ProbedOrigins({ location: { protocol: 'http:', host }, userAgent, fetch: async () => YES() }).lacking()
  const webkit = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15'
  expect(await lacking('node.localhost:1', webkit)).toBe('this browser takes hosts below localhost for strangers')
  expect(await lacking('node.example.org', webkit)).toBeUndefined()
  expect(await lacking('node.localhost:1', 'Mozilla/5.0 (X11) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36')).toBeUndefined()
  expect(await lacking('node.localhost:1', 'Mozilla/5.0 (X11; rv:153.0) Gecko/20100101 Firefox/153.0')).toBeUndefined()
})

it.each([
  ['localhost:4173', 'node.localhost:4173'],
  ['127.0.0.1:4173', 'node.localhost:4173'],
  ['[::1]:4173', 'node.localhost:4173'],
  ['node.localhost:4173', undefined],
  ['192.168.0.2:4173', undefined],
  ['example.org', undefined]
])('%s is on this machine also %s', (host, other) => {
  expect(probed(host, YES).origins.otherHost).toBe(other)
})
