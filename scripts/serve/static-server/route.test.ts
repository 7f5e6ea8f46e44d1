import { describe, expect, it } from 'vitest'
import { route } from './route.mjs'

const CID = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'
const visit = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', accept: 'text/html,*/*' }
const image = { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image', accept: 'image/*' }

function routePath (pathname: string | undefined, headers: Record<string, string> = {}, method = 'GET'): string {
  return route({ method, pathname, headers })
}

describe('route', () => {
  it.each([`/ipfs/${CID}`, `/ipfs/${CID}/a/b.html`, '/ipns/example.org/', '/ipfs', '/ipns/'])(
    'answers a visit to %s with the bootstrap',
    (path) => {
      expect(routePath(path, visit)).toBe('bootstrap')
      expect(routePath(path, visit, 'HEAD')).toBe('bootstrap')
    }
  )

  it('answers a page visit below /webui/ with the bootstrap, and other requests with the files', () => {
    for (const path of ['/webui', '/webui/', '/webui/index.html']) {
      expect(routePath(path, visit)).toBe('bootstrap-if-there')
      expect(routePath(path, { 'sec-fetch-mode': 'same-origin', 'sec-fetch-dest': 'empty' })).toBe('file')
      expect(routePath(path)).toBe('file')
    }

    expect(routePath('/webuix', visit)).toBe('file')
    expect(routePath('/webui/static/a.js', { ...image, 'sec-fetch-dest': 'script' })).toBe('file')
    expect(routePath('/webui/', { ...visit, host: 'bafy.ipfs.node.localhost:4173' })).toBe('bootstrap')
  })

  it('decides by Sec-Fetch-Mode instead of Accept', () => {
    expect(routePath(`/ipfs/${CID}`, { 'sec-fetch-mode': 'cors', accept: 'text/html' })).toBe('content-without-node')
    expect(routePath(`/ipfs/${CID}`, { accept: 'text/html,application/xhtml+xml' })).toBe('content-without-node')
    expect(routePath(`/ipfs/${CID}`)).toBe('content-without-node')
  })

  // Headers that browsers sent for a download that bypassed the worker. The first row is a visit, for comparison.
  it.each([
    ['WebKitGTK 2.50, a visit', 'bootstrap', {
      accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
      'sec-fetch-dest': 'document',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-site': 'same-origin'
    }],
    ['WebKitGTK 2.50, <a download>', 'content-without-node', {
      accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
      'accept-encoding': 'gzip, deflate'
    }],
    ['WebKitGTK 2.50, saved by its menu', 'content-without-node', {
      accept: '*/*',
      'accept-encoding': 'gzip, deflate'
    }],
    ['Chromium 156, <a download>', 'content-without-node', {
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'empty'
    }],
    ['Firefox 153, saved by its menu', 'content-without-node', {
      accept: '*/*',
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'no-cors',
      'sec-fetch-dest': 'empty'
    }]
  ])('answers %s: %s', (_, expected, headers) => {
    for (const path of [`/ipfs/${CID}/page.html`, '/ipns/example.org/a.bin']) {
      expect(routePath(path, headers)).toBe(expected)
    }
    expect(routePath('/page.html', { ...headers, host: 'bafy.ipfs.node.localhost:4173' })).toBe(expected)
  })

  it('returns no HTML to subresources, frames and forms', () => {
    expect(routePath(`/ipfs/${CID}/app.js`, { ...image, 'sec-fetch-dest': 'script' })).toBe('content-without-node')
    expect(routePath(`/ipfs/${CID}`, { ...visit, 'sec-fetch-dest': 'iframe' })).toBe('content-without-node')
    expect(routePath(`/ipfs/${CID}`, visit, 'POST')).toBe('content-without-node')
  })

  it('never answers API requests', () => {
    expect(routePath('/api/v0/id', {}, 'POST')).toBe('api-without-node')
    expect(routePath('/api/v0/id', visit)).toBe('api-without-node')
    expect(routePath('/api')).toBe('api-without-node')
  })

  it.each(['/api/v0/cat', `/ipfs/${CID}/sw.js`, `/ipfs/${CID}/deep/er/sw.js`, '/ipns/a/sw.js'])(
    'rejects %s as a worker script',
    (path) => {
      expect(routePath(path, { 'service-worker': 'script', 'sec-fetch-mode': 'same-origin' })).toBe(
        'worker-script-refused'
      )
    }
  )

  it.each([
    ['/assets/a.js', 'node.localhost'],
    ['/home-frame.html', 'node.localhost'],
    ['/own-origin.js', 'node.localhost'],
    ['/deferred.js', 'bafy.ipfs.node.localhost'],
    ['/deep/sw.js', 'bafy.ipfs.node.localhost'],
    ['/deep/own-origin.js', 'bafy.ipfs.node.localhost'],
    ['/assets/a.js', 'bafy.ipfs.node.localhost'],
    ['/', 'k51.ipns.example.org']
  ])('rejects any other script as a worker: %s at %s', (path, host) => {
    expect(routePath(path, { 'service-worker': 'script', host })).toBe('worker-script-refused')
  })

  it('serves only content at a site, and no files of the node', () => {
    const host = 'bafy.ipfs.node.localhost:4173'
    for (const path of ['/', '/a', '/api/v0/id', '/ipfs/x', '/index.html', '/home-frame.html']) {
      expect([path, routePath(path, { ...visit, host })]).toEqual([path, 'bootstrap'])
      expect([path, routePath(path, { ...image, host })]).toEqual([path, 'content-without-node'])
    }
    for (const script of ['/sw.js', '/deferred.js', '/own-origin.js']) {
      expect([script, routePath(script, { host })]).toEqual([script, 'file'])
    }
    expect(routePath('/swarm.js', { host })).toBe('content-without-node')
    expect(routePath('/reference/page-texts-de.json', { host })).toBe('file')
    expect(routePath('/own-origins.json', { host })).toBe('file')
    expect(routePath('/own-origins.json', { host, 'sec-fetch-site': 'same-site' })).toBe('file')
    expect(routePath('/own-origins.json', { host, 'sec-fetch-site': 'cross-site' })).toBe('foreign-refused')
    expect(routePath('/', { ...visit, host: 'ipfs.example.org' })).toBe('file')
  })

  it.each(['iframe', 'frame', 'object', 'embed'])(
    'answers %s of a site with the bootstrap, but not of the node',
    (dest) => {
      const host = 'bafy.ipfs.node.localhost:4173'
      const framed = { ...visit, 'sec-fetch-dest': dest }
      for (const path of ['/', '/a/b.html', '/a.svg']) {
        expect(routePath(path, { ...framed, host })).toBe('bootstrap-in-frame')
      }
      expect(routePath(`/ipfs/${CID}`, framed)).toBe('content-without-node')
      expect(routePath('/a', { ...framed, host }, 'POST')).toBe('content-without-node')
      expect(routePath('/assets/a.js', { ...framed, host })).toBe('file')
      expect(route({ method: 'GET', pathname: '/a', headers: { ...framed, host: 'docs.example' }, isSite: true })).toBe(
        'bootstrap-in-frame'
      )
    }
  )

  it('serves only content for a site build, on any host', () => {
    const at = (pathname: string, headers: Record<string, string>): string =>
      route({ method: 'GET', pathname, headers: { host: 'docs.example.org', ...headers }, isSite: true })
    expect(['/', '/deep/er', '/api/v0/id', '/index.html'].map((path) => at(path, visit))).toEqual(
      Array(4).fill('bootstrap')
    )
    expect([
      at('/a.png', image),
      at('/sw.js', { 'service-worker': 'script' }),
      at('/x/sw.js', { 'service-worker': 'script' }),
      at('/x/own-origin.js', { 'service-worker': 'script' })
    ]).toEqual(['content-without-node', 'file', 'worker-script-refused', 'worker-script-refused'])
  })

  it('serves our own workers: that of the node, and that of sites on their hosts', () => {
    const host = 'bafy.ipfs.node.localhost'
    expect(routePath('/sw.js', { 'service-worker': 'script' })).toBe('file')
    expect(routePath('/sw.js', { 'service-worker': 'script', host })).toBe('file')
    expect(routePath('/own-origin.js', { 'service-worker': 'script', host })).toBe('file')
  })

  it("distinguishes names that only share a prefix with the node's paths", () => {
    expect(routePath('/ipfsx/a', visit)).toBe('file')
    expect(routePath('/apiary', visit)).toBe('file')
  })

  it('rejects invalid paths and methods that do not read', () => {
    expect(routePath(undefined)).toBe('bad-path')
    expect(routePath('/assets/../../secret')).toBe('bad-path')
    expect(routePath('/', {}, 'DELETE')).toBe('method-not-allowed')
  })
})
