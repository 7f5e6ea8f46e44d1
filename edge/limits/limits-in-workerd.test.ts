import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CountedEdge } from '../testing/counted-edge.ts'
import { hasEngine } from '../testing/has-engine.ts'
import { noiseBytes } from '../testing/noise-bytes.ts'
import { TOKEN } from '../testing/served-edge.ts'
import { upload } from '../testing/upload.ts'

const HOOK_MS = 120_000
const METRICS = '/debug/metrics/prometheus'
const LOAD = '/psa/swipfs/load'
const PIN_TOKEN = 'pin-token'
const LIMITS = JSON.stringify({ address: { rate: 0.01, burst: 40 }, token: { rate: 0.01, burst: 400 } })

describe('limits and figures of the edge', () => {
  if (!hasEngine()) {
    it.skip('workerd has no build for this platform')
    return
  }

  let edge: CountedEdge
  let cid = ''

  beforeAll(async () => {
    edge = await CountedEdge.start({
      metrics: true,
      misses: 30,
      bindings: {
        LIMITS,
        PIN_TOKEN,
        CONFIG: JSON.stringify({ Bootstrap: [], 'Routing.DelegatedRouters': [], 'HTTPRetrieval.Enabled': false })
      }
    })
    cid = await edge.add(upload(noiseBytes(1, 2000)))
    await edge.published(`/ipfs/${cid}`)
  }, HOOK_MS)

  afterAll(async () => {
    await edge.close()
  }, HOOK_MS)

  const from = (address: string): Record<string, string> => ({ 'CF-Connecting-IP': address })
  const authorized = { Authorization: `Bearer ${TOKEN}` }
  const figures = async (): Promise<string> =>
    await (await fetch(`${edge.url}${METRICS}?node=false`, { headers: authorized })).text()

  it('refuse a client that asks too often, and no other', async () => {
    const statuses: number[] = []

    // Answers of the front cost one token.
    for (let n = 0; n < 29; n++) {
      statuses.push((await edge.get(`/ipfs/${cid}`, from('203.0.113.1'))).status)
    }

    expect(new Set(statuses)).toEqual(new Set([200]))
    // Cached answers cost less.
    for (let n = 0; n < 20; n++) {
      await edge.get(`/ipfs/${cid}?kept`, {}, { fresh: false })
    }
    const cached = await edge.get(`/ipfs/${cid}?kept`, from('203.0.113.1'), { fresh: false })
    expect([cached.status, cached.headers.has('age')]).toEqual([200, true])

    let last = cached
    for (let n = 0; n < 80 && last.status === 200; n++) {
      last = await edge.get(`/ipfs/${cid}?kept`, from('203.0.113.1'), { fresh: false })
    }
    expect(last.status).toBe(429)
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(1)
    expect(Number(last.headers.get('retry-after'))).toBeLessThanOrEqual(100)
    expect(new TextDecoder().decode(last.body)).toMatch(/^Too many requests\. Please retry after \d+ seconds\.\n$/)
    expect(last.counted.objects).toBe(0)

    expect((await edge.get(`/ipfs/${cid}`, from('203.0.113.2'))).status).toBe(200)
    expect((await edge.get(`/ipfs/${cid}`)).status).toBe(200)
    // The token has a limit of its own.
    const { status } = await fetch(`${edge.url}/api/v0/id`, {
      method: 'POST',
      headers: { ...authorized, ...from('203.0.113.1') }
    })
    expect(status).toBe(200)
  }, HOOK_MS)

  it('refuse a client in the whole data center by answers that are not cached', async () => {
    let last = await edge.get(`/ipfs/${cid}`, from('203.0.113.3'))

    for (let n = 0; n < 35 && last.status === 200; n++) {
      last = await edge.get(`/ipfs/${cid}`, from('203.0.113.3'))
    }

    expect([last.status, last.headers.get('retry-after'), last.counted.objects]).toEqual([429, '60', 0])
    expect((await edge.get(`/ipfs/${cid}?kept`, from('203.0.113.3'), { fresh: false })).status).toBe(200)
  }, HOOK_MS)

  it('slow guesses of the secret down', async () => {
    const guess = async (): Promise<number> =>
      (await fetch(`${edge.url}/api/v0/id`, {
        method: 'POST',
        headers: { Authorization: 'Bearer guess', ...from('2001:db8::1') }
      })).status
    const statuses: number[] = []

    for (let n = 0; n < 10; n++) {
      statuses.push(await guess())
    }

    expect(statuses).toEqual([...Array.from({ length: 8 }, () => 403), 429, 429])
    expect((await edge.get(`/ipfs/${cid}`, from('2001:db8::2'))).status).toBe(429)
    expect((await edge.get(`/ipfs/${cid}`, from('2001:db8:0:1::2'))).status).toBe(200)
  }, HOOK_MS)

  it('are counted by kind and by who answered, for the owner alone', async () => {
    expect((await fetch(`${edge.url}${METRICS}`)).status).toBe(403)
    await edge.counts()
    const text = await figures()
    // Not one call of the node for figures.
    expect((await edge.counts()).objects).toBe(0)
    const value = (name: string): number =>
      Number(text.split('\n').find((line) => line.startsWith(`${name} `))?.split(' ')[1])
    expect(value('swipfs_edge_requests_total{kind="file",by="front",code="2xx"}')).toBeGreaterThan(30)
    expect(value('swipfs_edge_requests_total{kind="file",by="cache",code="2xx"}')).toBeGreaterThan(30)
    expect(value('swipfs_edge_requests_total{kind="rpc",by="node",code="2xx"}')).toBeGreaterThan(1)
    expect(value('swipfs_edge_requests_total{kind="rpc",by="worker",code="4xx"}')).toBe(10)
    expect(value('swipfs_edge_limited_total{kind="file"}')).toBeGreaterThanOrEqual(3)
    expect(value('swipfs_edge_limited_total{kind="rpc"}')).toBe(2)
    expect(value('swipfs_edge_sent_bytes_total')).toBeGreaterThan(100_000)
    expect(value('swipfs_edge_bucket_reads_total')).toBeGreaterThan(3)
    expect(value('swipfs_edge_object_calls_total{object="node"}')).toBeGreaterThan(1)
    expect(value('swipfs_edge_client_requests{client="203.0.113.0/24"}')).toBeGreaterThan(60)
    expect(value('swipfs_edge_client_limited{client="2001:db8:0::/48"}')).toBe(3)
    expect(text).not.toMatch(/203\.0\.113\.[1-9]|test-token/)
    expect(text).not.toContain('ipfs_info')

    const whole = await (await fetch(`${edge.url}${METRICS}`, { headers: authorized })).text()
    expect(whole).toContain('ipfs_info')
    expect(whole).toContain('swipfs_edge_requests_total')
  }, HOOK_MS)

  it('are shown to users of the pinning service, without clients', async () => {
    expect((await fetch(`${edge.url}${LOAD}`)).status).toBe(401)
    const response = await fetch(`${edge.url}${LOAD}`, { headers: { Authorization: `Bearer ${PIN_TOKEN}` } })
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    const load = await response.json() as Record<string, unknown>
    expect(load.Limited).toBeGreaterThan(3)
    expect(load.StoredBlocks).toBeGreaterThanOrEqual(1)
    expect(load.StoredBytes).toBeGreaterThanOrEqual(2000)
    expect((load.Answers as Record<string, number>)['file cache 2xx']).toBeGreaterThan(1)
    expect(JSON.stringify(load)).not.toContain('203.0.113')
    // The same path of a content is no API.
    const { status } = await edge.get(LOAD, { Host: `${cid}.ipfs.localhost` }, { fresh: false })
    expect(status).not.toBe(200)
  }, HOOK_MS)
})
