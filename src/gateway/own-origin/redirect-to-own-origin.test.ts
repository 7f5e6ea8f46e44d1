import type { CID } from 'multiformats/cid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { gatewayFixture } from '../../testing/http/gateway-fixture.ts'
import type { GatewayFixture } from '../../testing/http/gateway-fixture.ts'
import { handleGateway } from '../handler/handler.ts'
import { localGateway } from '../local/local-gateway.ts'
import { offlinePlace, ownPlace } from './own-origin-address.ts'
import type { OwnOrigins } from './own-origin-address.ts'
import { redirectToOwnOrigin } from './redirect-to-own-origin.ts'

const HOST = 'node.localhost:4173'
const WITH: OwnOrigins = { lacking: async () => undefined }
const WITHOUT: OwnOrigins = { lacking: async () => 'localhost has none for sites', otherHost: HOST }

let gateway: GatewayFixture

beforeEach(async () => {
  gateway = await gatewayFixture()
})
afterEach(async () => {
  await gateway.stop()
})

async function folder (files: Record<string, string>): Promise<CID> {
  const entries: Record<string, CID> = {}
  for (const [name, text] of Object.entries(files)) {
    entries[name] = (await gateway.dag.raw(text)).cid
  }
  return await gateway.dag.directory(entries)
}

/** A visit as a browser sends it. Node makes no request with these fields. */
function visit (
  path: string,
  fields: Partial<Pick<Request, 'mode' | 'destination'>> = {},
  init: RequestInit = {}
): Request {
  const request = new Request(`http://${HOST}${path}`, { headers: { Accept: 'text/html,*/*' }, ...init })
  return Object.defineProperties(request, {
    mode: { value: fields.mode ?? 'navigate' },
    destination: { value: fields.destination ?? 'document' }
  })
}

async function redirectRequest (request: Request, origins = WITH): Promise<Response> {
  const ownOrigin = async (): Promise<string | undefined> => (await ownPlace(new URL(request.url), origins)).url
  const offlineOrigin = async (): Promise<string | undefined> => await offlinePlace(new URL(request.url), origins)
  return await redirectToOwnOrigin(
    request,
    await handleGateway(request, localGateway(gateway.node), {
      sandbox: true,
      ...request.destination === 'document' ? { ownOrigin, offlineOrigin } : {}
    }),
    origins
  )
}

const HTML = '<!doctype html><title>t</title><p>no more than text</p>'
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>'

describe('a host with own origins', () => {
  it.each([
    ['/', { 'index.html': HTML }],
    ['/page.html?a=1', { 'page.html': HTML }],
    ['/noname', { noname: HTML }],
    ['/page.xhtml', { 'page.xhtml': '<html xmlns="http://www.w3.org/1999/xhtml"/>' }],
    ['/a.svg', { 'a.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>' }],
    ['/b.svg', { 'b.svg': `<svg xmlns="http://www.w3.org/2000/svg" onload="a()">${' '.repeat(100_000)}</svg>` }],
    ['/feed.xml', { 'feed.xml': '<?xml version="1.0"?>\n<?xml-stylesheet type="text/xsl" href="s.xsl"?><rss/>' }],
    ['/page.xml', { 'page.xml': '<html xmlns="http://www.w3.org/1999/xhtml"><p>page</p></html>' }],
    ['/about', { 'index.html': HTML }],
    ['/deep/route?a=1', { _redirects: '/* /app.html 200', 'app.html': HTML }]
  ])('redirects %s to the own origin', async (path, files) => {
    const root = await folder(files as Record<string, string>)
    const response = await redirectRequest(visit(`/ipfs/${root}${path}`))
    expect([response.status, response.headers.get('location'), response.headers.get('cache-control')]).toEqual([
      302,
      `http://${root}.ipfs.${HOST}${path}`,
      'no-store'
    ])
    expect(await response.text()).toBe('')
  })

  it.each([
    ['/a.txt', { 'a.txt': 'text' }, 'text'],
    ['/a.svg', { 'a.svg': SVG }, SVG],
    ['/a.xml', { 'a.xml': '<a/>' }, '<a/>'],
    [
      '/css.xml',
      { 'css.xml': '<?xml-stylesheet type="text/css" href="a.css"?><a/>' },
      '<?xml-stylesheet type="text/css" href="a.css"?><a/>'
    ],
    ['/a.pdf', { 'a.pdf': '%PDF' }, '%PDF'],
    ['/a.json', { 'a.json': '{}' }, '{}'],
    ['/a.html?download=true&filename=a.html', { 'a.html': HTML }, HTML]
  ])('shows %s at its path', async (path, files, text) => {
    const root = await folder(files as Record<string, string>)
    const response = await redirectRequest(visit(`/ipfs/${root}${path}`))
    expect([response.status, await response.text()]).toEqual([200, text])
  })

  it('shows listings and missing paths at their path', async () => {
    const root = await folder({ 'a.txt': 'text' })
    expect((await redirectRequest(visit(`/ipfs/${root}/`))).status).toBe(200)
    expect((await redirectRequest(visit(`/ipfs/${root}/none`))).status).toBe(404)
    expect((await redirectRequest(visit(`/ipfs/${(await gateway.dag.raw('x')).cid}/none`))).status).toBe(404)
  })

  it.each(
    [
      ['a fetch', { mode: 'cors', destination: '' }],
      ['a picture', { mode: 'no-cors', destination: 'image' }],
      ['a frame', { mode: 'navigate', destination: 'iframe' }]
    ] as const
  )('sends the bytes of %s', async (_, fields) => {
    const root = await folder({ 'index.html': HTML, 'a.svg': '<svg><script/></svg>' })
    expect(await (await redirectRequest(visit(`/ipfs/${root}/`, fields))).text()).toBe(HTML)
    expect((await redirectRequest(visit(`/ipfs/${root}/a.svg`, fields))).status).toBe(200)
    expect((await redirectRequest(visit(`/ipfs/${root}/about`, fields))).status).toBe(404)
  })

  it('does not redirect if the gateway serves no pages', async () => {
    const trustless = await gatewayFixture({ 'Gateway.DeserializedResponses': false })
    const page = await trustless.dag.raw(HTML)
    const request = visit(`/ipfs/${page.cid}`)
    expect(
      (await redirectToOwnOrigin(
        request,
        await handleGateway(request, localGateway(trustless.node), { sandbox: true }),
        WITH
      ))
        .status
    ).toBe(406)
    await trustless.stop()
  })
})

describe('an unreachable host', () => {
  const MISSING = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
  const visitedAt = (...sites: string[]): OwnOrigins => ({
    lacking: async (site) => sites.includes(site) ? undefined : 'it cannot be reached now',
    async answersOffline (site) {
      return await this.lacking(site) == null
    }
  })

  it.each(['/', '/deep/page.html?a=1', '/a.txt', '/route', '?download=true'])(
    'redirects %s of a visited site, although its content is missing',
    async (rest) => {
      const response = await redirectRequest(
        visit(`/ipfs/${MISSING}${rest}`),
        visitedAt(`http://${MISSING}.ipfs.${HOST}`)
      )
      expect([response.status, response.headers.get('location')]).toEqual([
        302,
        `http://${MISSING}.ipfs.${HOST}${rest.startsWith('/') ? rest : `/${rest}`}`
      ])
    }
  )

  it('redirects a name whose record is missing', async () => {
    const name = 'k51qzi5uqu5dm0t4vbwri4lkg76q03b4x9tsvekgvbu4zli6454ff7w8wdosa4'
    const response = await redirectRequest(visit(`/ipns/${name}/a`), visitedAt(`http://${name}.ipns.${HOST}`))
    expect([response.status, response.headers.get('location')]).toEqual([302, `http://${name}.ipns.${HOST}/a`])
  })

  it('shows stored files other than pages at their path, and redirects a page', async () => {
    const root = await folder({ 'index.html': HTML, 'a.txt': 'text' })
    const origins = visitedAt(`http://${root}.ipfs.${HOST}`)
    expect(await (await redirectRequest(visit(`/ipfs/${root}/a.txt`), origins)).text()).toBe('text')
    expect((await redirectRequest(visit(`/ipfs/${root}/`), origins)).status).toBe(302)
  })

  it('redirects only visited sites, and only navigations of a tab', async () => {
    const root = await folder({ 'index.html': '<body><script>1</script>' })
    expect(await (await redirectRequest(visit(`/ipfs/${root}/`), visitedAt())).text()).toContain(
      'it cannot be reached now'
    )
    expect((await redirectRequest(visit(`/ipfs/${MISSING}/`), visitedAt())).status).toBe(404)
    expect(
      (await redirectRequest(
        visit(`/ipfs/${MISSING}/`, { destination: 'iframe' }),
        visitedAt(`http://${MISSING}.ipfs.${HOST}`)
      ))
        .status
    ).toBe(404)
  })
})

describe('a host without own origins', () => {
  it('shows a page unchanged if all of it works', async () => {
    const root = await folder({ 'index.html': HTML })
    const response = await redirectRequest(visit(`/ipfs/${root}/`), WITHOUT)
    expect(await response.text()).toBe(HTML)
    expect(response.headers.has('etag')).toBe(true)
  })

  it('reports what does not work, why, and where it works', async () => {
    const root = await folder({ 'index.html': '<body><video src=a autoplay></video><script>1</script>' })
    const text = await (await redirectRequest(visit(`/ipfs/${root}/?a=1&b=2`), WITHOUT)).text()
    expect(text).toContain(
      'Scripts and autoplay are off here, since this page has no address of its own: localhost has none for ' +
        'sites. To use all of it, open it at <a '
    )
    expect(text).toContain(`href="http://${HOST}/ipfs/${root}/?a=1&amp;b=2">${HOST}</a>`)
    expect(await (await redirectRequest(visit(`/ipfs/${root}/`), { lacking: WITHOUT.lacking })).text()).toContain(
      `href="https://dweb.link/ipfs/${root}/">dweb.link</a>`
    )
  })

  it('makes a page that hides its address show it to its own origin', async () => {
    const root = await folder({ 'index.html': '<head><meta content=no-referrer name="referrer"></head><body>text' })
    expect(await (await redirectRequest(visit(`/ipfs/${root}/`), WITHOUT)).text()).toContain(
      '<body><meta name="referrer" content="same-origin">text'
    )
    const bare = await folder({ 'index.html': '<!doctype html><meta name=referrer content=no-referrer><p>text' })
    expect(await (await redirectRequest(visit(`/ipfs/${bare}/`), WITHOUT)).text()).toBe(
      '<!doctype html><meta name=referrer content=no-referrer><meta name="referrer" content="same-origin"><p>text'
    )
  })

  it('shows a picture with scripts in a frame below a note', async () => {
    const root = await folder({ 'a.svg': '<svg onload="a()"/>' })
    const response = await redirectRequest(visit(`/ipfs/${root}/a.svg?x=1`), WITHOUT)
    const text = await response.text()
    expect(text).toContain('Scripts are off here')
    expect(text).toContain(`src="/ipfs/${root}/a.svg?x=1&amp;in-frame"`)
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(response.headers.get('content-security-policy')).toContain("script-src 'none'")
    expect(await (await redirectRequest(visit(`/ipfs/${root}/a.svg`, { destination: 'iframe' }), WITHOUT)).text()).toBe(
      '<svg onload="a()"/>'
    )
  })

  it('shows XHTML with scripts in a frame below a note, and without scripts unchanged', async () => {
    const root = await folder({
      'a.xhtml': '<html xmlns="http://www.w3.org/1999/xhtml"><script/></html>',
      'b.xhtml': '<html xmlns="http://www.w3.org/1999/xhtml"/>'
    })
    const text = await (await redirectRequest(visit(`/ipfs/${root}/a.xhtml`), WITHOUT)).text()
    expect(text).toContain('Scripts are off here')
    expect(text).toContain(`src="/ipfs/${root}/a.xhtml?in-frame"`)
    expect(await (await redirectRequest(visit(`/ipfs/${root}/b.xhtml`), WITHOUT)).text()).toBe(
      '<html xmlns="http://www.w3.org/1999/xhtml"/>'
    )
  })

  it('shows the source of a document whose style sheet is blocked', async () => {
    const root = await folder({ 'feed.xml': '<?xml-stylesheet type="text/xsl" href="s.xsl"?><rss>ü</rss>' })
    const text = await (await redirectRequest(visit(`/ipfs/${root}/feed.xml`), WITHOUT)).text()
    expect(text).toContain('Style sheets that transform are off here')
    expect(text).toContain('&lt;rss&gt;ü&lt;/rss&gt;')
    expect(text).not.toContain('<rss>')
  })

  it('reports a missing page', async () => {
    const root = await folder({ 'index.html': HTML })
    expect((await redirectRequest(visit(`/ipfs/${root}/about`), WITHOUT)).status).toBe(404)
  })
})
