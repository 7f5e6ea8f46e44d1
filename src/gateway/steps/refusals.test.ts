import { afterEach, beforeEach, expect, it } from 'vitest'
import { gatewayFixture } from '../../testing/http/gateway-fixture.ts'
import type { GatewayFixture } from '../../testing/http/gateway-fixture.ts'

let gateway: GatewayFixture
let path: string

beforeEach(async () => {
  gateway = await gatewayFixture({ 'Gateway.MaxConcurrentRequests': 2 })
  const parts = await Promise.all(
    Array.from({ length: 3 }, async (_, i) => await gateway.dag.raw(new Uint8Array(1_000_000).fill(i)))
  )
  path = `/ipfs/${(await gateway.dag.file(parts)).cid}?filename=a.bin`
})

afterEach(async () => {
  await gateway.stop()
})

it('refuses requests beyond Gateway.MaxConcurrentRequests, until a body is sent', async () => {
  const first = await gateway.get(path)
  const second = await gateway.get(path)
  const refused = await gateway.get(path)
  expect([
    refused.status,
    refused.headers.get('retry-after'),
    refused.headers.get('cache-control'),
    await refused.text()
  ]).toEqual([429, '60', 'no-store', 'Too many requests. Please retry after 60 seconds.\n'])
  expect((await gateway.get(path, { method: 'POST' })).status).toBe(429)
  expect(await (await gateway.get(path, { headers: { Accept: 'text/html' } })).text()).toContain(
    '429 Too Many Requests'
  )

  await first.bytes()
  expect((await gateway.get(path, { method: 'HEAD' })).status).toBe(200)
  await second.body?.cancel()
  // Every end is counted once.
  expect((await Promise.all([gateway.get(path), gateway.get(path), gateway.get(path)])).map(({ status }) => status))
    .toEqual([200, 200, 429])
})

it('counts failed requests only until they end', async () => {
  for (let i = 0; i < 5; i++) {
    expect((await gateway.get('/ipfs/bad')).status).toBe(400)
    const { cid } = await gateway.dag.raw(`small ${i}`)
    await (await gateway.get(`/ipfs/${cid}`)).text()
  }

  expect((await gateway.get(path)).status).toBe(200)
})

it('does not count redirects to own origins, and has no limit with 0', async () => {
  const busy = [await gateway.get(path), await gateway.get(path)]
  expect((await gateway.get(path, { host: 'localhost' })).status).toBe(301)
  await gateway.node.config.set('Gateway.MaxConcurrentRequests', 0)
  expect((await gateway.get(path)).status).toBe(200)
  await Promise.all(busy.map(async (response) => await response.body?.cancel()))
})
