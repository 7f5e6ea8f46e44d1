import { CID } from 'multiformats/cid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gatewayFixture } from '../../testing/http/gateway-fixture.ts'
import type { GatewayFixture } from '../../testing/http/gateway-fixture.ts'
import { handleGateway } from '../handler/handler.ts'
import type { GatewayOptions } from '../handler/handler.ts'
import { localGateway } from '../local/local-gateway.ts'

let fixture: GatewayFixture
let root: string
let other: string

beforeAll(async () => {
  fixture = await gatewayFixture()
  const { dag } = fixture
  const file = async (text: string) => (await dag.raw(text)).cid
  const page = await file('<!doctype html><title>app</title>')
  root = String(
    await dag.directory({
      'index.html': page,
      _redirects: await file('/app/* /index.html 200\n/gone /missing.html 404\n/old /new 301\n/* /404.html 404\n'),
      'missing.html': await file('gone'),
      '404.html': await file('nothing of this name'),
      ipfs: await dag.directory({ 'a.txt': await file('below ipfs') }),
      'a b': await dag.directory({ 'x.txt': await file('x') })
    })
  )
  other = String(await dag.directory({ 'evil.html': await file('<script>evil()</script>') }))
})

afterAll(async () => {
  await fixture.stop()
})

async function getPath (
  path: string,
  init?: RequestInit
): Promise<[status: number, text: string, location: string | null]> {
  const response = await handleGateway(new Request('http://x.ipfs.node.localhost/', init), localGateway(fixture.node), {
    root: `/ipfs/${root}`,
    target: path
  })
  return [response.status, await response.text(), response.headers.get('location')]
}

describe('an error page of an origin of a content', () => {
  const MISSING = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'

  async function links (path: string, options: GatewayOptions): Promise<string[]> {
    const response = await handleGateway(
      new Request('http://x.ipfs.node.localhost/', { headers: { Accept: 'text/html' } }),
      localGateway(fixture.node),
      { target: path, ...options }
    )
    expect(response.status).toBe(404)
    return [...(await response.text()).matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, url]) => url)
  }

  it('links to its start page, the parent folder that exists, and the node', async () => {
    const home = 'http://node.localhost'
    const site = `/ipfs/${other}`
    expect(await links('/a/b%20c/x?y', { root: site, home })).toEqual([
      '',
      '/',
      `${home}/#/explore${site}/a/b%20c/x`,
      `${home}/`,
      `https://dweb.link${site}/a/b%20c/x`
    ])
    const folder = `/ipfs/${await fixture.dag.directory({ a: CID.parse(other) })}`
    expect(await links('/a/none', { root: folder, home })).toContain('/a/')
    expect(await links('/a/none/x/', { root: folder, home })).toContain('/a/')
    expect(await links('/', { root: `/ipfs/${MISSING}`, home })).not.toContain('/')
  })

  it('has no links to a node if the site has none', async () => {
    expect(await links('/a', { root: `/ipfs/${other}` })).toEqual(['', '/', `https://dweb.link/ipfs/${other}/a`])
  })
})

describe('an origin of a content', () => {
  it('serves pages at its root', async () => {
    expect(await getPath('/')).toEqual([200, '<!doctype html><title>app</title>', null])
    expect(await getPath('/a%20b/x.txt')).toEqual([200, 'x', null])
  })

  it('serves everything below, even names of namespaces', async () => {
    expect(await getPath('/ipfs/a.txt')).toEqual([200, 'below ipfs', null])
    expect((await getPath('/ipfs'))[2]).toBe('/ipfs/')
    expect((await getPath(`/ipfs/${other}/evil.html`))[0]).toBe(404)
    expect((await getPath(`/ipfs/ipfs/${other}/evil.html`))[0]).toBe(404)
  })

  it('redirects within itself', async () => {
    expect((await getPath('/a%20b'))[2]).toBe('/a%20b/')
    expect((await getPath('/old?x=1'))[2]).toBe('/new?x=1')
  })

  it('applies its _redirects', async () => {
    expect(await getPath('/app/some/route')).toEqual([200, '<!doctype html><title>app</title>', null])
    expect(await getPath('/gone')).toEqual([404, 'gone', null])
    expect(await getPath('/nowhere')).toEqual([404, 'nothing of this name', null])
  })

  it.each([
    '/..%2f..%2fipfs%2f%s/evil.html',
    '/%2e%2e%2f%2e%2e/ipfs/%s/evil.html',
    '/x/..%2f..%2f..%2f..%2fipfs%2f%s%2fevil.html',
    '/a%20b/..%2f../..%2fipfs/%s/evil.html',
    '//..%2f..%2fipfs/%s/evil.html'
  ])('is not left by %s', async (path) => {
    const [, text] = await getPath(path.replace('%s', other))
    expect(text).not.toContain('evil()')
  })

  it('is read-only', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      expect((await getPath('/', { method }))[0]).toBe(405)
    }
    expect((await getPath('/api/v0/id', { method: 'POST' }))[0]).toBe(405)
    expect((await getPath('/api/v0/id'))[0]).toBe(404)
  })
})
