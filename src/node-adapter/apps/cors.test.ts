import { MemoryDatastore } from 'datastore-core'
import { describe, expect, test } from 'vitest'
import { openConfig } from '../../config/config-store.ts'
import { corsRules, mayCall, preflightResponse, withCors } from './cors.ts'
import type { CorsRules } from './cors.ts'

const PORT = 5001
const OWN = `http://127.0.0.1:${PORT}`
const EXTENSION = 'chrome-extension://nibjojkomfdiaoajekhjakgkdhaomnch'

async function rules (headers: Record<string, string[]> = {}): Promise<CorsRules> {
  return corsRules(await openConfig(new MemoryDatastore(), { overrides: { 'API.HTTPHeaders': headers } }), PORT)
}

/** Browsers drop such headers from a Request, so this fakes the part of it that is read. */
function request (method: string, headers: Record<string, string>): Request {
  const lower = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return {
    method,
    headers: { get: (name: string) => lower.get(name) ?? null, has: (name: string) => lower.has(name) }
  } as unknown as Request
}

describe('access to the API', () => {
  test.each<[Record<string, string>, boolean]>([
    [{}, true],
    [{ Origin: OWN }, true],
    [{ Origin: `https://localhost:${PORT}` }, true],
    [{ Origin: `http://[::1]:${PORT}` }, true],
    [{ Origin: 'http://localhost:1' }, false],
    [{ Origin: EXTENSION }, true],
    [{ Origin: 'http://example.com' }, false],
    [{ Origin: 'null' }, false],
    [{ Referer: `${OWN}/webui` }, true],
    [{ Referer: 'http://example.com/x' }, false],
    [{ Referer: 'no url' }, false],
    [{ Origin: OWN, Referer: 'http://example.com/x' }, false],
    [{ 'User-Agent': 'curl/8' }, true],
    [{ 'User-Agent': 'Mozilla/5.0' }, false],
    [{ 'User-Agent': 'Mozilla/5.0 Electron/1' }, true],
    [{ 'User-Agent': 'Mozilla/5.0', Origin: OWN }, true],
    [{ 'User-Agent': 'Mozilla/5.0', Referer: `${OWN}/` }, true]
  ])('%j: %s', async (headers, expected) => {
    expect(mayCall(request('POST', headers), await rules())).toBe(expected)
  })

  test('is extended by the configuration', async () => {
    const wide = await rules({ 'Access-Control-Allow-Origin': ['http://example.com'] })
    expect(mayCall(request('POST', { Origin: 'http://example.com' }), wide)).toBe(true)
    expect(mayCall(request('POST', { Referer: 'http://example.com/x/y' }), wide)).toBe(true)
    expect(mayCall(request('POST', { Origin: 'http://EXAMPLE.com' }), wide)).toBe(false)
    expect(mayCall(request('POST', { Origin: 'http://any' }), await rules({ 'Access-Control-Allow-Origin': ['*'] })))
      .toBe(true)
  })
})

describe('a preflight', () => {
  async function allowed (
    headers: Record<string, string>,
    configured?: Record<string, string[]>
  ): Promise<Record<string, string>> {
    const response = preflightResponse(request('OPTIONS', headers), await rules(configured))
    expect(response.status).toBe(204)
    expect(response.headers.get('vary')).toBe('Origin, Access-Control-Request-Method, Access-Control-Request-Headers')
    return Object.fromEntries([...response.headers].filter(([name]) => name.startsWith('access-control-')))
  }

  const POST = { 'Access-Control-Request-Method': 'POST' }

  test('allows the own origin to post', async () => {
    expect(await allowed({ Origin: OWN, ...POST })).toEqual({
      'access-control-allow-origin': OWN,
      'access-control-allow-methods': 'POST'
    })
  })

  test.each([
    [{ Origin: 'http://example.com', ...POST }],
    [POST],
    [{ Origin: OWN, 'Access-Control-Request-Method': 'DELETE' }],
    [{ Origin: OWN, 'Access-Control-Request-Method': 'post' }],
    [{ Origin: OWN, ...POST, 'Access-Control-Request-Headers': 'x-other' }],
    [{ Origin: OWN, ...POST, 'Access-Control-Request-Headers': 'X-Requested-With' }],
    [{ Origin: OWN, ...POST, 'Access-Control-Request-Headers': 'origin,accept' }]
  ])('allows nothing to %j', async (headers) => {
    expect(await allowed(headers as Record<string, string>)).toEqual({})
  })

  test('allows the headers of simple clients, in the spelling of browsers', async () => {
    expect(
      await allowed({ Origin: OWN, ...POST, 'Access-Control-Request-Headers': 'accept,content-type, x-requested-with' })
    ).toEqual({
      'access-control-allow-origin': OWN,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'accept,content-type, x-requested-with'
    })
  })

  test('follows the configuration', async () => {
    const configured = {
      'Access-Control-Allow-Origin': ['http://*.example.com'],
      'Access-Control-Allow-Methods': ['PUT'],
      'Access-Control-Allow-Credentials': ['True']
    }
    expect(await allowed({ Origin: 'http://A.example.com', 'Access-Control-Request-Method': 'PUT' }, configured))
      .toEqual({
        'access-control-allow-origin': 'http://A.example.com',
        'access-control-allow-methods': 'PUT',
        'access-control-allow-credentials': 'true'
      })
    expect(await allowed({ Origin: 'http://example.com', 'Access-Control-Request-Method': 'PUT' }, configured)).toEqual(
      {}
    )
    expect(await allowed({ Origin: 'http://a.example.com', ...POST }, configured)).toEqual({})
  })
})

describe('an answer', () => {
  async function origin (
    method: string,
    headers: Record<string, string>,
    configured?: Record<string, string[]>
  ): Promise<string | null> {
    return withCors(request(method, headers), new Response(''), await rules(configured)).headers.get(
      'access-control-allow-origin'
    )
  }

  test('is readable by an allowed origin', async () => {
    expect(await origin('POST', { Origin: OWN })).toBe(OWN)
    expect(await origin('POST', { Origin: 'http://any' }, { 'Access-Control-Allow-Origin': ['*'] })).toBe('*')
    expect(await origin('POST', { Origin: 'http://example.com' })).toBeNull()
    expect(await origin('POST', {})).toBeNull()
    expect(await origin('GET', { Origin: OWN })).toBeNull()
    expect(await origin('OPTIONS', { Origin: OWN })).toBe(OWN)
  })
})
