import { base32 } from 'multiformats/bases/base32'
import { base36 } from 'multiformats/bases/base36'
import { base58btc } from 'multiformats/bases/base58'
import { CID } from 'multiformats/cid'
import { create } from 'multiformats/hashes/digest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDohServer } from '../../testing/http/doh-server.ts'
import type { DohServer } from '../../testing/http/doh-server.ts'
import { gatewayFixture } from '../../testing/http/gateway-fixture.ts'
import type { GatewayFixture } from '../../testing/http/gateway-fixture.ts'
import type { GatewayOptions } from '../handler/handler.ts'

const KEY = 'k51qzi5uqu5dm0t4vbwri4lkg76q03b4x9tsvekgvbu4zli6454ff7w8wdosa4'
const MH = CID.parse(KEY, base36).multihash
const PEER = base58btc.baseEncode(MH.bytes)
const LONG = CID.createV1(0x55, create(0x00, new Uint8Array(36).fill(7)))
const TOO_LONG = CID.createV1(0x55, create(0x13, new Uint8Array(64).fill(7)))

const FILE = '<h1>home</h1>'
let gateway: GatewayFixture
let dns: DohServer
let root: string
let page: string

beforeAll(async () => {
  dns = await startDohServer({ zone: {} })

  gateway = await gatewayFixture({
    'DNS.Resolvers': { '.': dns.url },
    'Gateway.PublicGateways': {
      'sub.example': { Paths: ['/ipfs', '/ipns/'], UseSubdomains: true },
      'inline.example': { Paths: ['/ipfs', '/ipns'], UseSubdomains: true, InlineDNSLink: true },
      'path.example': { Paths: ['/ipfs'] },
      'raw.example': { Paths: ['/ipfs'], DeserializedResponses: false },
      'no-link.example': { Paths: ['/ipfs'], NoDNSLink: true },
      'with-port.example:81': { Paths: ['/ipfs'], UseSubdomains: true },
      '*.wild.example': { Paths: ['/ipfs'], UseSubdomains: true },
      '10.0.0.1': { Paths: ['/nothing'], UseSubdomains: true },
      '10.0.0.2': { Paths: ['/nothing'] }
    }
  })

  page = (await gateway.dag.raw(FILE)).cid.toString()
  const site = await gateway.dag.directory({
    'index.html': CID.parse(page),
    'a b.txt': (await gateway.dag.raw('a b')).cid,
    list: await gateway.dag.directory({ x: CID.parse(page) })
  })
  root = site.toV1().toString()

  const zone = {
    'site.example': `/ipfs/${root}`,
    'my-site.example': `/ipfs/${root}`,
    'path.example': `/ipfs/${root}`,
    'no-link.example': `/ipfs/${root}`,
    'both-ways': `/ipfs/${page}`,
    'both.ways': `/ipfs/${root}`,
    'only-so': `/ipfs/${root}`,
    [`${'a'.repeat(60)}.example`]: `/ipfs/${root}`
  }
  await dns.close()
  dns = await startDohServer({
    zone: Object.fromEntries(Object.entries(zone).map(([name, path]) => [`_dnslink.${name}`, [`dnslink=${path}`]]))
  })
  await gateway.node.config.set('DNS.Resolvers', { '.': dns.url })
})

afterAll(async () => {
  await gateway.stop()
  await dns.close()
})

/** Returns the status with the redirect target or the body. */
async function getSummary (
  host: string | undefined,
  path: string,
  init: RequestInit & GatewayOptions = {}
): Promise<string> {
  const response = await gateway.get(path, { ...init, host })
  return `${response.status} ${response.headers.get('location') ?? (await response.text()).trim()}`
}

const forwarded = (headers: Record<string, string>): RequestInit & GatewayOptions => ({ proxied: true, headers })

describe('a host of a gateway', () => {
  it.each([
    ['localhost:8080', '/ipfs/ROOT/a%20b.txt?x=%2F', '301 http://ROOT.ipfs.localhost:8080/a%20b.txt?x=%2F'],
    ['localhost', '/ipfs/ROOT', '301 http://ROOT.ipfs.localhost/'],
    ['sub.example', '/ipfs/ROOT/list', '301 http://ROOT.ipfs.sub.example/list'],
    ['SUB.example.:99', '/ipfs/ROOT', '301 http://ROOT.ipfs.SUB.example.:99/'],
    ['any.wild.example:8080', '/ipfs/ROOT', '301 http://ROOT.ipfs.any.wild.example:8080/'],
    ['with-port.example:81', '/ipfs/ROOT', '301 http://ROOT.ipfs.with-port.example:81/'],
    ['sub.example', `/ipns/${PEER}/x`, `301 http://${KEY}.ipns.sub.example/x`],
    ['sub.example', `/ipns/${CID.createV1(0x70, MH).toString(base32)}`, `301 http://${KEY}.ipns.sub.example/`],
    ['sub.example', '/ipns/site.example/a', '301 http://site.example.ipns.sub.example/a'],
    ['sub.example', '/ipns/my--site-example', '301 http://my-site.example.ipns.sub.example/'],
    ['sub.example', '/ipns/no--such-example', '301 http://no--such-example.ipns.sub.example/'],
    ['inline.example', '/ipns/my-site.example', '301 http://my--site-example.ipns.inline.example/'],
    ['inline.example', '/ipns/no-such.example', '301 http://no-such.example.ipns.inline.example/'],
    ['localhost', '/p2p/x', '301 http://x.p2p.localhost/']
  ])('%s redirects %s to its own origin', async (host, path, expected) => {
    expect(await getSummary(host, path.replace('ROOT', root))).toBe(expected.replace('ROOT', root))
  })

  it('inlines domain names for HTTPS, as certificates require', async () => {
    expect(await getSummary('sub.example', '/ipns/my-site.example', forwarded({ 'X-Forwarded-Proto': 'https' }))).toBe(
      '301 https://my--site-example.ipns.sub.example/'
    )
    expect(
      await getSummary('sub.example', '/ipns/my-site.example', { target: 'https://sub.example/ipns/my-site.example' })
    )
      .toBe('301 https://my--site-example.ipns.sub.example/')
    expect(
      await getSummary('sub.example', `/ipns/${'a'.repeat(60)}.example`, forwarded({ 'X-Forwarded-Proto': 'https' }))
    )
      .toBe(`400 inlined DNSLink incompatible with DNS label length limit of 63: "${'a'.repeat(60)}-example"`)
  })

  it.each([
    [`/ipfs/${TOO_LONG}`, `400 CID incompatible with DNS label length limit of 63: ${TOO_LONG.toString(base36)}`],
    [`/ipfs/${LONG}`, `301 http://${LONG.toString(base36)}.ipfs.sub.example/`],
    [
      '/ipfs/bad',
      '400 invalid path "/ipfs/bad": invalid cid: invalid cid: expected 1 as the cid version number, got: 0'
    ],
    ['/ipfs', '307 /ipfs/'],
    ['/ipns/evil.example%3F/x', '400 invalid character in host name "evil.example?"'],
    ['/ipns/evil.example%23', '400 invalid character in host name "evil.example#"'],
    ['/ipns/evil.example%5C', '400 invalid character in host name "evil.example\\\\"'],
    ['/ipns/evil.example:80', '400 invalid character in host name "evil.example:80"'],
    ['/ipns/user@evil.example', '400 invalid character in host name "user@evil.example"']
  ])('never redirects %s to another host', async (path, expected) => {
    expect(await getSummary('sub.example', path)).toBe(expected)
  })

  it('answers paths itself without subdomains', async () => {
    expect(await getSummary('path.example:8080', `/ipfs/${page}`)).toBe(`200 ${FILE}`)
    // Neither its name nor an address has subdomains.
    expect(await getSummary(`${root}.ipfs.path.example`, '/')).toBe('404 404 page not found')
    expect(await getSummary('10.0.0.1', `/ipfs/${page}`)).toBe(`200 ${FILE}`)
    expect(await getSummary('10.0.0.2', `/ipfs/${page}`)).toBe('404 404 page not found')
  })

  it('serves no other paths, except its own DNSLink', async () => {
    expect(await getSummary('sub.example', '/version')).toBe('404 404 page not found')
    expect(await getSummary('path.example', '/ipns/site.example')).toContain('404 failed to resolve')
    expect(await getSummary('path.example', '/')).toBe(`200 ${FILE}`)
    expect(await getSummary('path.example', '/a%20b.txt')).toBe('200 a b')
    expect(await getSummary('no-link.example', '/')).toBe('404 404 page not found')
  })

  it('determines the allowed formats, with or without a port', async () => {
    expect(await getSummary('raw.example', `/ipfs/${page}`)).toMatch(/^406 /)
    expect(await getSummary('raw.example:8080', `/ipfs/${page}`)).toMatch(/^406 /)
    expect(await getSummary('raw.example', `/ipfs/${page}?format=raw`)).toBe(`200 ${FILE}`)
  })

  it('is removed by null', async () => {
    const bare = await gatewayFixture({ 'Gateway.PublicGateways': { localhost: null } })
    const { cid } = await bare.dag.raw('here')
    expect((await bare.get(`/ipfs/${cid}`, { host: 'localhost' })).status).toBe(200)
    await bare.stop()
  })
})

describe('an own origin', () => {
  it.each([
    ['ROOT.ipfs.sub.example', '/', `200 ${FILE}`],
    ['ROOT.IPFS.localhost:8080', '/a%20b.txt', '200 a b'],
    ['ROOT.ipfs.any.wild.example', '/a%20b.txt', '200 a b'],
    ['ROOT.ipfs.sub.example', '/list', '301 /list/'],
    ['site.example.ipns.sub.example', '/', `200 ${FILE}`],
    ['my--site-example.ipns.sub.example', '/a%20b.txt', '200 a b'],
    // Both names have a DNSLink: the expanded one counts.
    ['both-ways.ipns.sub.example', '/a%20b.txt', '200 a b'],
    ['only-so.ipns.sub.example', '/a%20b.txt', '200 a b'],
    ['ROOT.ipns.with-port.example:81', '/', '404 404 page not found'],
    ['ROOT.p2p.localhost', '/', '301 http://KEY.p2p.localhost/'],
    ['ROOT.ipfs.other.example', '/', '404 404 page not found'],
    ['ROOT.ipfs.two.any.wild.example', '/', '404 404 page not found']
  ])('%s answers %s', async (host, path, expected) => {
    const key = CID.createV1(0x72, CID.parse(root).multihash).toString(base36)
    expect(await getSummary(host.replace('ROOT', root), path)).toBe(expected.replace('KEY', key))
  })

  it.each([
    [`${LONG}.ipfs.sub.example`, `http://${LONG.toString(base36)}.ipfs.sub.example/x?y`],
    [`${PEER}.ipns.sub.example`, `http://${KEY}.ipns.sub.example/x?y`],
    [`${CID.createV1(0x70, MH).toString(base36)}.ipns.sub.example`, `http://${KEY}.ipns.sub.example/x?y`]
  ])('%s redirects to its canonical form', async (host, location) => {
    expect(await getSummary(host, '/x?y')).toBe(`301 ${location}`)
  })

  it('redirects to its canonical form behind a proxy once, without a loop', async () => {
    expect(await getSummary('127.0.0.1', '/', forwarded({ 'X-Forwarded-Host': `${root}.ipfs.sub.example` }))).toBe(
      `200 ${FILE}`
    )
    expect(
      await getSummary(
        '127.0.0.1',
        '/x',
        forwarded({ 'X-Forwarded-Host': `${LONG}.ipfs.sub.example`, 'X-Forwarded-Proto': 'https' })
      )
    ).toBe(`301 https://${LONG.toString(base36)}.ipfs.sub.example/x`)
  })

  it('reports which name has no link', async () => {
    const response = await gateway.get('/', { host: 'no--such-example.ipns.sub.example' })
    expect(await response.text()).toContain('"no-such.example."')
  })

  it('links other contents at the gateway, and names in the path', async () => {
    const listing = await (await gateway.get('/list/', { host: `${root}.ipfs.sub.example:81` })).text()
    expect(listing).toContain(`href="//sub.example:81/ipfs/${page}?filename=x"`)
    expect(listing).toContain(
      `/ipfs/<a href="//sub.example:81/ipfs/${root}">${root}</a>/<a href="//sub.example:81/ipfs/${root}/list">list</a>`
    )
    expect(listing).toContain('<a href="/list/x">x</a>')
  })

  it('serves no other pages of the server', async () => {
    const fallback = (): Response => new Response('other')
    expect(await getSummary(`${root}.ipfs.sub.example`, '/version', { fallback })).toContain('404 failed to resolve')
    expect(await getSummary(`${root}.p2p.sub.example`, '/', { fallback })).toBe('404 404 page not found')
  })
})

describe('a DNSLink domain', () => {
  it('serves the content at any path', async () => {
    expect(await getSummary('site.example', '/')).toBe(`200 ${FILE}`)
    expect(await getSummary('site.example:8080', '/a%20b.txt')).toBe('200 a b')
    expect(await getSummary('SITE.example.', '/a%20b.txt')).toBe('200 a b')
    expect(await getSummary('site.example', `/ipfs/${page}`)).toContain(
      `failed to resolve /ipns/site.example/ipfs/${page}`
    )
    const listing = await (await gateway.get('/list/', { host: 'site.example:81' })).text()
    expect(listing).toContain(
      '/ipns/<a href="//site.example:81/">site.example</a>/<a href="//site.example:81/list">list</a>'
    )
    expect(listing).toContain(`href="https://cid.ipfs.tech/#${page}" target="_blank" rel="noreferrer noopener"`)
  })

  it('is not looked up with Gateway.NoDNSLink, nor for addresses and keys', async () => {
    const asked = dns.asked.length
    expect(await getSummary('127.0.0.1:8080', '/')).toBe('404 404 page not found')
    expect(await getSummary('[::1]:8080', '/')).toBe('404 404 page not found')
    expect(await getSummary(KEY, '/')).toBe('404 404 page not found')
    await gateway.node.config.set('Gateway.NoDNSLink', true)
    expect(await getSummary('site.example', '/')).toBe('404 404 page not found')
    expect(dns.asked.length).toBe(asked)
    await gateway.node.config.set('Gateway.NoDNSLink', false)
  })

  it('does not exist if DNS does not answer', async () => {
    await gateway.node.config.set('DNS.Resolvers', { '.': 'http://127.0.0.1:9/dns-query' })
    expect(await getSummary('silent.example', `/ipfs/${page}`)).toBe(`200 ${FILE}`)
    await gateway.node.config.set('DNS.Resolvers', { '.': dns.url })
  })
})

describe('any other host', () => {
  it.each([
    undefined,
    '',
    'other.example',
    'sub.example.evil.example',
    'xsub.example',
    'user@sub.example',
    'sub.example/x',
    'sub.example:80:80',
    'sub.example, other.example',
    '[sub.example]',
    'sub.example:x',
    '..sub.example',
    'evil.example/.wild.example',
    `${'a'.repeat(300)}.example`,
    `${'a'.repeat(64)}.sub.example`,
    '[::1]',
    '[::1',
    '%73ub.example'
  ])('%j serves plain paths only', async (host) => {
    expect(await getSummary(host, `/ipfs/${page}`)).toBe(`200 ${FILE}`)
    expect(await getSummary(host, '/a%20b.txt')).toBe('404 404 page not found')
  })

  it.each(['.ipfs.sub.example', '..ipfs.sub.example', `..${'x'}.ipns.sub.example`, '....ipns.sub.example'])(
    '%j is refused, because it would contain dot segments',
    async (host) => {
      expect(await getSummary(host, `/ipfs/${page}`)).toBe(`400 invalid host name "${host}"`)
    }
  )

  it('uses X-Forwarded-Host of a trusted proxy, and never a list', async () => {
    const headers = { 'X-Forwarded-Host': 'sub.example' }
    expect(await getSummary('127.0.0.1', `/ipfs/${page}`, { headers })).toBe(`200 ${FILE}`)
    expect(await getSummary('127.0.0.1', `/ipfs/${page}`, { headers, proxied: true })).toMatch(
      /^301 http:\/\/[a-z0-9]+\.ipfs\.sub\.example\/$/
    )
    expect(await getSummary(undefined, `/ipfs/${page}`, { headers, proxied: true })).toBe(`200 ${FILE}`)
    expect(
      await getSummary('127.0.0.1', `/ipfs/${page}`, forwarded({ 'X-Forwarded-Host': 'sub.example, sub.example' }))
    )
      .toBe(`200 ${FILE}`)
    expect(
      await getSummary('127.0.0.1', `/ipfs/${page}`, forwarded({ 'X-Forwarded-Host': 'evil.example/.wild.example' }))
    )
      .toBe(`200 ${FILE}`)
  })

  it('passes other paths to the server', async () => {
    const fallback = (path: string): Response => new Response(`other ${path}`)
    expect(await getSummary('127.0.0.1', '/version', { fallback })).toBe('200 other /version')
    expect(await getSummary('127.0.0.1', '/x//y', { fallback })).toBe('307 /x/y')
    expect(await getSummary('127.0.0.1', '/?uri=ipfs://abc', { fallback })).toBe('301 /ipfs/abc')
  })
})
