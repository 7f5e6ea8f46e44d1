import { generateKeyPairFromSeed } from '@libp2p/crypto/keys'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DEFAULT_PUBLISHING } from '../../names/publish/publisher.ts'
import { ipnsNameText } from '../../names/record/ipns-name.ts'
import { parsePath } from '../../path/content-path.ts'
import { gatewayFixture } from '../../testing/http/gateway-fixture.ts'
import type { GatewayFixture } from '../../testing/http/gateway-fixture.ts'

const START_MS = Date.UTC(2026, 0, 1)
const { signal } = new AbortController()

let gateway: GatewayFixture

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START_MS })
  gateway = await gatewayFixture()
})

afterEach(async () => {
  vi.useRealTimers()
  await gateway.stop()
})

async function publish (options: Partial<typeof DEFAULT_PUBLISHING>): Promise<string> {
  const key = await generateKeyPairFromSeed('Ed25519', new Uint8Array(32).fill(1))
  const { cid } = await gateway.dag.raw('text')
  const root = await gateway.dag.directory({ 'a.txt': cid, dir: await gateway.dag.directory({}) })
  await gateway.node.names.publish(key, parsePath(`/ipfs/${root}`), {
    ...DEFAULT_PUBLISHING,
    ...options,
    offline: true,
    signal
  })
  return `/ipns/${ipnsNameText(key.publicKey.toMultihash())}`
}

async function maxAgeOf (path: string, query = ''): Promise<string | null> {
  return (await gateway.get(path + query)).headers.get('cache-control')
}

test('max-age of a name is the remaining TTL of its record', async () => {
  const name = await publish({ ttlNs: 120_000_000_000n })
  expect(await maxAgeOf(`${name}/a.txt`)).toBe('public, max-age=120')
  vi.setSystemTime(START_MS + 50_900)
  expect(await maxAgeOf(`${name}/a.txt`)).toBe('public, max-age=70')
  expect(await maxAgeOf(`${name}/dir/`)).toBe('public, max-age=70, stale-while-revalidate=2678400')
  expect(await maxAgeOf(`${name}/a.txt`, '?format=car')).toBe('public, max-age=70')
  vi.setSystemTime(START_MS + 120_000)
  expect(await maxAgeOf(`${name}/a.txt`)).toBe('public, max-age=120')
})

test('a record is not cached longer than its signature is valid', async () => {
  const name = await publish({ ttlNs: 120_000_000_000n, lifetimeMs: 150_000 })
  expect(await maxAgeOf(name, '?format=ipns-record')).toBe('public, max-age=120')
  vi.setSystemTime(START_MS + 100_500)
  expect(await maxAgeOf(name, '?format=ipns-record')).toBe('public, max-age=49')
})

test('a header of Gateway.HTTPHeaders without values is not sent', async () => {
  const { cid } = await gateway.dag.raw('text')
  const corsOf = async (): Promise<Array<string | null>> => {
    const { headers } = await gateway.get(`/ipfs/${cid}`)
    return [headers.get('access-control-allow-origin'), headers.get('access-control-allow-methods')]
  }
  expect(await corsOf()).toEqual(['*', 'GET, HEAD, OPTIONS'])
  await gateway.node.config.set('Gateway.HTTPHeaders', {
    'access-control-allow-origin': [],
    'Access-Control-Allow-Methods': []
  })
  expect(await corsOf()).toEqual([null, null])
})

test('a 304 has the ETag of the content and the rest of the time for which it is valid', async () => {
  const name = await publish({ ttlNs: 120_000_000_000n })
  const [root] = (await gateway.get(`${name}/dir/`)).headers.get('x-ipfs-roots')!.split(',')
  const paths = ['/', '/dir/', '/a.txt', '/a.txt?format=raw', '/?format=car']
  const etags = new Map<string, string>()
  for (const url of paths.flatMap((path) => [name + path, `/ipfs/${root}${path}`])) {
    etags.set(url, (await gateway.get(url)).headers.get('etag') ?? '')
  }

  vi.setSystemTime(START_MS + 50_000)
  for (const [url, etag] of etags) {
    const full = await gateway.get(url)
    const unchanged = await gateway.get(url, { headers: { 'If-None-Match': etag } })
    expect(full.headers.get('cache-control')).toMatch(url.startsWith(name) ? /max-age=70/ : /max-age=\d{6,}/)
    expect([url, unchanged.status, ...validity(unchanged)]).toEqual([url, 304, ...validity(full)])
  }
})

test('a 304 of a record says how long it is valid', async () => {
  const url = `${await publish({ ttlNs: 120_000_000_000n })}?format=ipns-record`
  const full = await gateway.get(url)
  const unchanged = await gateway.get(url, { headers: { 'If-None-Match': full.headers.get('etag') ?? '' } })
  expect([unchanged.status, ...validity(unchanged)]).toEqual([304, ...validity(full)])
  expect(full.headers.get('cache-control')).toBe('public, max-age=120')
})

function validity ({ headers }: Response): Array<string | null> {
  return [headers.get('etag'), headers.get('cache-control')]
}
