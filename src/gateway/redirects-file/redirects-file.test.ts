import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { blockReader } from '../../blocks/reader/block-reader.ts'
import { RequestLife } from '../../http/body/request-life.ts'
import { parsePath } from '../../path/content-path.ts'
import { gatewayFixture } from '../../testing/http/gateway-fixture.ts'
import type { GatewayFixture } from '../../testing/http/gateway-fixture.ts'
import { blocksBackend } from '../backends/blocks-backend.ts'
import type { ImmutablePath } from '../request/backend.ts'
import { gatewayConfig } from '../request/config.ts'
import type { Immutable, Resolved } from '../request/request.ts'
import { resolvePath } from '../steps/resolve.ts'
import { matchRule } from './match.ts'
import { parseRedirects } from './parse.ts'

describe('parsing', () => {
  it('accepts rules, comments and blank lines', () => {
    expect(parseRedirects('# a comment\n\n/old /new\n  /a/* /b/:splat 302\r\n/x https://example.com/ 308')).toEqual([
      { from: '/old', to: '/new', status: 301 },
      { from: '/a/*', to: '/b/:splat', status: 302 },
      { from: '/x', to: 'https://example.com/', status: 308 }
    ])
  })

  it.each([
    ['/a', "missing 'to' path"],
    ['/a /b 301 x', "must match format 'from to [status]'"],
    ['a /b', "parsing 'from': path must begin with '/'"],
    ['/a*/b /c', "parsing 'from': path must end with asterisk"],
    ['/a%zz /c', "parsing 'from': invalid URL escape"],
    ['/a ftp://x', "parsing 'to': invalid URL scheme"],
    ['/a javascript:alert(1)', "parsing 'to': invalid URL scheme"],
    ['/a /b 404!', 'forced redirects (or "shadowing") are not supported'],
    ['/a /b 418', 'status code 418 is not supported'],
    ['/a /b x', 'status code x is not supported'],
    ['/a/:x/:x /b/:x', 'parsing \'from\': duplicate placeholder ":x"'],
    ['/:x/y/:z/:x/* /b', 'parsing \'from\': duplicate placeholder ":x"'],
    ['/:splat/* /b/:splat', 'parsing \'from\': duplicate placeholder ":splat"']
  ])('refuses %j', (line, message) => {
    expect(() => parseRedirects(`/fine /fine\n${line}`)).toThrow(message)
  })
})

it.each([
  ['/a', '/b', '/a', '/b'],
  ['/a/', '/b', '/a', '/b'],
  ['/a', '/b', '/a/c', undefined],
  ['/*', '/b', '/any/thing', '/b'],
  ['/a/*', '/b/:splat', '/a/c/d', '/b/c/d'],
  ['/a/*', '/b/:splat', '/a', undefined], // as in Kubo: at least one segment
  ['/a/*', '/b', '/x', undefined],
  ['/p/:id/:id2', '/q/:id2-:id', '/p/1/2', '/q/2-1'],
  ['/p/:id', '/q', '/p', undefined],
  // A value is no placeholder, and remains part of the path.
  ['/:a/:b', '/:a-:b-:splat', '/:b/:splat', '/:b-:splat-'],
  ['/*', '/:splat', '/\\evil.example', '/%5Cevil.example'],
  ['/*', '/x/:splat', '/a?b#c d%', '/x/a%3Fb%23c%20d%25'],
  ['/:a.b', '/:a.b', '/x', '/x']
])('%s %s sends %s to %s', (from, to, path, expected) => {
  expect(matchRule({ from, to, status: 301 }, path.split('/'))).toBe(expected)
})

describe('a site with its own origin', () => {
  let gateway: GatewayFixture

  beforeEach(async () => {
    gateway = await gatewayFixture()
  })
  afterEach(async () => {
    await gateway.stop()
  })

  async function ask (
    redirects: string,
    path: string,
    query = '',
    originIsolated = true
  ): Promise<Response | Resolved> {
    const { dag, node } = gateway
    const root = await dag.directory({
      _redirects: (await dag.raw(redirects)).cid,
      'gone.html': (await dag.raw('<h1>gone</h1>')).cid,
      'new.txt': (await dag.raw('new')).cid
    })
    const contentPath = parsePath(`/ipfs/${root}${path}`)
    const blocks = blockReader(node.blockstore, undefined)
    const request = new Request(`http://localhost${path}?${query}`)

    const rq: Immutable = {
      stage: 'immutable',
      request,
      path,
      sentPath: path,
      rawPath: path,
      rawQuery: query,
      query: new Map([...new URLSearchParams(query)].map(([name, value]) => [name, [value]])),
      headers: new Headers(),
      config: gatewayConfig(node.config),
      backend: blocksBackend({ blocks, local: blocks, names: node.names, missingStatus: 404 }),
      life: new RequestLife(request.signal),
      host: 'localhost',
      secure: false,
      gatewayUrl: '',
      deserialized: true,
      enter: () => true,
      fallback: undefined,
      trail: {},
      originIsolated,
      sandbox: false,
      contentPath,
      format: undefined,
      formatParams: new Map(),
      immutablePath: contentPath as ImmutablePath,
      ttlSeconds: 0,
      modifiedMs: undefined
    }

    return await resolvePath(rq)
  }

  it('redirects with the query of the request, whose parameters override those of the rule', async () => {
    const response = await ask('/old/* /new.txt?a=1&c=4#x 302', '/old/path', 'b=2&a=3') as Response
    expect([response.status, response.headers.get('location')]).toEqual([302, '/new.txt?a=3&b=2&c=4#x'])
    expect((await ask('/old /new.txt?a=1&a=2', '/old', 'b=0') as Response).headers.get('location')).toBe(
      '/new.txt?a=1&a=2&b=0'
    )
    expect((await ask('/old /new.txt', '/old') as Response).headers.get('location')).toBe('/new.txt')
  })

  it('serves a page with a status', async () => {
    const response = await ask('/* /gone.html 410', '/nowhere') as Response
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      410,
      'text/html',
      '<h1>gone</h1>'
    ])
  })

  it('serves another path instead', async () => {
    const resolved = await ask('/old /new.txt 200', '/old') as Resolved
    expect(resolved.target.cid.toString()).toBe((await gateway.dag.raw('new')).cid.toString())
  })

  it('prefers existing files', async () => {
    expect((await ask('/* /gone.html 404', '/new.txt') as Resolved).stage).toBe('resolved')
  })

  it('answers 404 if no rule matches', async () => {
    await expect(ask('/old /new.txt', '/other')).rejects.toThrow('no link named "other"')
  })

  it('fails if the file is unreadable', async () => {
    await expect(ask('/old', '/other')).rejects.toMatchObject({
      message: expect.stringContaining("missing 'to' path") as string
    })
    await expect(ask(`# ${'x'.repeat(64 * 1024)}\n/* /new.txt`, '/other')).rejects.toThrow(
      'redirects file size cannot exceed 65536 bytes'
    )
  })

  it('ignores rules on a shared origin', async () => {
    await expect(ask('/* /gone.html 404', '/nowhere', '', false)).rejects.toThrow('no link named "nowhere"')
  })
})
