import { afterAll, beforeAll, expect, it } from 'vitest'
import { startDohServer } from '../../../testing/http/doh-server.ts'
import type { DohServer } from '../../../testing/http/doh-server.ts'
import { gatewayFixture } from '../../../testing/http/gateway-fixture.ts'
import type { GatewayFixture } from '../../../testing/http/gateway-fixture.ts'

const KEY = 'k51qzi5uqu5dm0t4vbwri4lkg76q03b4x9tsvekgvbu4zli6454ff7w8wdosa4'
const DAG_PB = 'bafybeiczsscdsbs7ffqz55asqdf3smv6klcw3gofszvwlyarci47bgf354'
const HTML = { headers: { Accept: 'text/html' } }

let gateway: GatewayFixture
let dns: DohServer

beforeAll(async () => {
  dns = await startDohServer({
    zone: {
      '_dnslink.two.example': [`dnslink=/ipfs/${DAG_PB}`, `dnslink=/ipns/${KEY}`],
      '_dnslink.failing.example': 2,
      '_dnslink.circle.example': ['dnslink=/ipns/circle.example'],
      '_dnslink.first.example': ['dnslink=/ipns/second.example/x'],
      '_dnslink.second.example': ['dnslink=/ipns/first.example/y'],
      '_dnslink.no-record.example': [`dnslink=/ipns/${KEY}`]
    }
  })

  gateway = await gatewayFixture({ 'DNS.Resolvers': { 'example.': dns.url } })
})

afterAll(async () => {
  await gateway.stop()
  await dns.close()
})

it.each([
  [`/ipns/${KEY}/a`, 404, 'No record of this name was found'],
  [`/ipns/${KEY}?format=ipns-record`, 404, 'No record of this name was found'],
  ['/ipns/none.example', 404, 'This domain has no DNSLink'],
  ['/ipns/two.example', 404, 'DNSLink record, or several'],
  ['/ipns/no-record.example', 404, 'points to a name for which no record was found'],
  ['/ipns/failing.example', 502, 'No DNS server could be reached'],
  ['/ipns/nobody.to.ask', 502, 'the setting DNS.Resolvers'],
  [`/ipns/${'a'.repeat(64)}.example`, 400, 'neither the name of a key nor a domain name'],
  [`/ipns/${DAG_PB}`, 400, 'Content is below /ipfs/']
])('%s is explained to users, with status %i', async (path, status, words) => {
  const page = await gateway.get(path, HTML)
  expect([page.status, page.headers.get('content-type'), page.headers.has('cache-control')]).toEqual([
    status,
    'text/html',
    false
  ])
  expect((await page.text()).replaceAll('&#39;', "'")).toContain(words)
  // Programs that state what they accept get the same explanation as text.
  const text = await gateway.get(path, { headers: { Accept: 'application/json' } })
  expect([text.status, text.headers.get('content-type')]).toEqual([status, 'text/plain; charset=utf-8'])
  expect(await text.text()).toContain(words)
  // Programs that accept anything get Kubo's status.
  for (const init of [{}, { headers: { Accept: '*/*' } }]) {
    expect((await gateway.get(path, init)).status).toBe(500)
  }
})

it.each(['/ipns/circle.example', '/ipns/circle.example/a/b?format=car', '/ipns/first.example'])(
  '%s is a loop: 400 for every client',
  async (path) => {
    const page = await gateway.get(path, HTML)
    expect([page.status, page.headers.get('content-type')]).toEqual([400, 'text/html'])
    expect(await page.text()).toContain('in an endless circle')

    for (const init of [{}, { headers: { Accept: '*/*' } }, { headers: { Accept: 'application/json' } }]) {
      const text = await gateway.get(path, init)
      expect([text.status, text.headers.has('cache-control')]).toEqual([400, false])
      expect(await text.text()).toContain('could not resolve name (recursion limit exceeded)')
    }
  }
)

it('other errors are not explained', async () => {
  const page = await gateway.get('/ipfs/bad', HTML)
  expect(page.status).toBe(400)
  expect(await page.text()).toContain('This address is incomplete or invalid')
})
