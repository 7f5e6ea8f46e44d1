import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startStaticServer } from './static-server.mjs'

interface Answer {
  status: number
  headers: http.IncomingHttpHeaders
  body: string
}

let root: string
let server: { port: number; close: () => Promise<void> }

// `fetch()` would normalize the path and override the Host header.
function requestTarget (
  target: string,
  { headers = {}, method = 'GET', host = '127.0.0.1' }: {
    headers?: http.OutgoingHttpHeaders
    method?: string
    host?: string
  } = {}
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const req = http.request({ host, port: server.port, path: target, method, headers }, (res) => {
      let body = ''
      res.setEncoding('utf8').on('data', (text: string) => {
        body += text
      }).on('end', () => {
        resolve({ status: res.statusCode ?? 0, headers: res.headers, body })
      })
    })
    req.on('error', reject).end()
  })
}

beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'static-server-'))
  await mkdir(path.join(root, 'site', 'assets'), { recursive: true })
  await mkdir(path.join(root, 'site', 'webui', 'static'), { recursive: true })
  await writeFile(path.join(root, 'secret.txt'), 'secret')
  const files = {
    'index.html': '<p>page</p>',
    'bootstrap.html': '<p>bootstrap</p>',
    '404.html': '<p>no page</p>',
    'sw.js': 'worker()',
    'home-frame.html': '<p>frame</p>',
    'own-origins.json': '{"swipfs":"own origins"}',
    'assets/index-abc.js': 'page()',
    'manifest.webmanifest': '{}',
    _headers: 'for hosts',
    '.hidden': 'no',
    'webui/index.html': '<p>webui</p>',
    'webui/static/_helpers-1.js': 'help()',
    'webui/.env': 'no',
    'zipped.js': 'as it is',
    'zipped.js.br': 'as br',
    'zipped.js.gz': 'as gzip',
    'stale.js.br': 'old',
    'stale.js': 'new'
  }
  for (const [name, text] of Object.entries(files)) {
    await writeFile(path.join(root, 'site', name), text)
  }
  await utimes(path.join(root, 'site', 'stale.js.br'), 1, 1)
  server = await startStaticServer({ root: path.join(root, 'site'), port: 0 })
})

afterAll(async () => {
  await server.close()
  await rm(root, { recursive: true })
})

it('serves a replacement text, and the file if the text fails', async () => {
  let text: string | undefined = '{"instead":true}'
  const instead = {
    '/own-origins.json': async () => {
      if (text == null) {
        throw new Error('gone')
      }
      return text
    }
  }
  const other = await startStaticServer({ root: path.join(root, 'site'), port: 0, instead })

  try {
    const ask = async () => await (await fetch(`http://127.0.0.1:${other.port}/own-origins.json`)).text()
    expect(await ask()).toBe('{"instead":true}')
    text = undefined
    expect(await ask()).toBe('{"swipfs":"own origins"}')
  } finally {
    await other.close()
  }
})

describe('a third-party page at /webui/', () => {
  it('is served under its own policy, and cannot be framed', async () => {
    const { status, headers, body } = await requestTarget('/webui/')
    expect([status, body]).toEqual([200, '<p>webui</p>'])
    expect(headers['content-security-policy']).toBeUndefined()
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin'
    })
  })

  it('includes all of its files except hidden ones', async () => {
    expect((await requestTarget('/webui/static/_helpers-1.js')).body).toBe('help()')
    expect((await requestTarget('/webui/.env')).status).toBe(404)
    expect((await requestTarget('/webui/nosuch.js')).status).toBe(404)
  })

  it('is found without the trailing slash', async () => {
    expect(await requestTarget('/webui?x=1')).toMatchObject({ status: 307, headers: { location: '/webui/?x=1' } })
    expect((await requestTarget('//webui')).headers.location).not.toMatch(/^\/\//)
    expect((await requestTarget('/nosuch')).status).toBe(404)
  })
})

describe('static server', () => {
  it("serves the page with the shell's policy, to be revalidated each time", async () => {
    const { status, headers, body } = await requestTarget('/')
    expect([status, body]).toEqual([200, '<p>page</p>'])
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*script-src 'self'.*frame-ancestors 'none'/)
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  it('serves the worker uncached and without a policy: the node must reach the network', async () => {
    const { headers, body } = await requestTarget('/sw.js', { headers: { 'Service-Worker': 'script' } })
    expect(body).toBe('worker()')
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers['content-security-policy']).toBeUndefined()
  })

  it('caches hashed files forever, and no others', async () => {
    expect((await requestTarget('/assets/index-abc.js')).headers['cache-control']).toContain('immutable')
    expect((await requestTarget('/manifest.webmanifest')).headers['cache-control']).toBe('no-cache')
  })

  it('answers 304 for an unchanged file, and 200 after it changed', async () => {
    const first = await requestTarget('/sw.js')
    const etag = first.headers.etag ?? ''
    const same = await requestTarget('/sw.js', { headers: { 'If-None-Match': `"other", W/${etag}` } })
    expect([same.status, same.body, same.headers.etag]).toEqual([304, '', etag])

    await writeFile(path.join(root, 'site', 'sw.js'), 'worker(2)')
    const changed = await requestTarget('/sw.js', { headers: { 'If-None-Match': etag } })
    expect([changed.status, changed.body]).toEqual([200, 'worker(2)'])
  })

  it('answers HEAD like GET, without a body', async () => {
    const { status, headers, body } = await requestTarget('/', { method: 'HEAD' })
    expect([status, headers['content-length'], body]).toEqual([200, '11', ''])
  })

  it.each(['node.localhost', 'ipfs.node.localhost', 'example.org'])('accepts the host %s', async (name) => {
    expect((await requestTarget('/', { headers: { Host: `${name}:${server.port}` } })).status).toBe(200)
  })

  it('listens on IPv6 too, if the machine supports it', async () => {
    const has6 = Object.values(os.networkInterfaces()).flat().some((one) => one?.address === '::1')
    const answer = requestTarget('/', { host: '::1' }).then(({ status }) => status, () => 0)
    expect(await answer).toBe(has6 ? 200 : 0)
  })

  it('answers a visit to content with the bootstrap and status 200', async () => {
    const { status, headers, body } = await requestTarget('/ipfs/bafyx/a.html', {
      headers: { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }
    })
    expect([status, body, headers['cache-control']]).toEqual([200, '<p>bootstrap</p>', 'no-cache'])
  })

  it('answers a visit to a missing path with a page, and other requests with text', async () => {
    const visit = await requestTarget('/nosuch', { headers: { 'Sec-Fetch-Mode': 'navigate' } })
    expect([visit.status, visit.body, visit.headers['content-type'], visit.headers['cache-control']]).toEqual([
      404,
      '<p>no page</p>',
      'text/html; charset=utf-8',
      'no-store'
    ])
    expect(await requestTarget('/nosuch.js', { headers: { 'Sec-Fetch-Mode': 'cors' } })).toMatchObject({
      status: 404,
      body: 'Nothing is here.\n'
    })
    expect((await requestTarget('/nosuch')).body).toBe('Nothing is here.\n')
  })

  it('answers a visit below /webui/ with the bootstrap if the page exists, and other requests with files', async () => {
    const visit = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }
    expect((await requestTarget('/webui/nosuch.html', { headers: visit })).status).toBe(404)
    for (const target of ['/webui', '/webui/']) {
      expect((await requestTarget(target, { headers: visit })).body).toBe('<p>bootstrap</p>')
    }
    expect((await requestTarget('/webui/')).body).not.toBe('<p>bootstrap</p>')
  })

  it('answers subresources and API requests with a plain text error if there is no node', async () => {
    const script = await requestTarget('/ipfs/bafyx/app.js', {
      headers: { 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'script' }
    })
    const api = await requestTarget('/api/v0/id', { method: 'POST' })
    for (const { status, headers, body } of [script, api]) {
      expect([status, headers['content-type'], headers['cache-control']]).toEqual([
        503,
        'text/plain; charset=utf-8',
        'no-store'
      ])
      expect(body).toMatch(/runs inside the browser/)
    }
  })

  it('answers every visit to a site with the bootstrap, and serves its files', async () => {
    const Host = `bafy.ipfs.node.localhost:${server.port}`
    for (const target of ['/', '/index.html', '/deep/page', '/ipfs/bafy', '/api/v0/id']) {
      const { status, body } = await requestTarget(target, {
        headers: { Host, 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }
      })
      expect([target, status, body]).toEqual([target, 200, '<p>bootstrap</p>'])
    }
    expect((await requestTarget('/assets/index-abc.js', { headers: { Host } })).body).toBe('page()')
    expect((await requestTarget('/sw.js', { headers: { Host, 'Service-Worker': 'script' } })).body).toMatch(/^worker\(/)
    expect((await requestTarget('/app.js', { headers: { Host } })).status).toBe(503)
    expect((await requestTarget('/index.html', { headers: { Host, 'Sec-Fetch-Mode': 'cors' } })).status).toBe(503)
    expect((await requestTarget('/assets/index-abc.js', { headers: { Host, 'Service-Worker': 'script' } })).status)
      .toBe(403)
  })

  it('lets the bootstrap of a site in a tab frame the home node, and nothing else', async () => {
    const visited = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }
    const { headers } = await requestTarget('/deep/page', {
      headers: { ...visited, Host: 'bafy.ipfs.node.localhost:4173' }
    })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("; frame-src 'self' http://node.localhost:4173; ")
    expect(policy).toMatch(/; frame-ancestors 'none'$/)
    expect([headers['x-frame-options'], headers['cross-origin-opener-policy']]).toEqual(['DENY', undefined])
    const node = await requestTarget('/ipfs/bafy', { headers: visited })
    expect(node.headers['content-security-policy']).toContain("; frame-src 'self'; ")
    expect(node.headers['cross-origin-opener-policy']).toBe('same-origin')
  })

  it("answers the own-origin probe to any origin, and lets only sites frame the node's frame", async () => {
    const probe = await requestTarget('/own-origins.json', { headers: { Host: 'bafkqaaa.ipfs.node.localhost' } })
    expect([probe.headers['access-control-allow-origin'], probe.body]).toEqual(['*', '{"swipfs":"own origins"}'])
    expect((await requestTarget('/manifest.webmanifest')).headers['access-control-allow-origin']).toBeUndefined()
    const { headers } = await requestTarget('/home-frame.html', { headers: { Host: 'node.localhost:4173' } })
    expect(headers['content-security-policy']).toMatch(
      /frame-ancestors 'self' http:\/\/\*\.ipfs\.node\.localhost:4173 http:\/\/\*\.ipns\.node\.localhost:4173$/
    )
    expect([headers['x-frame-options'], headers['cross-origin-opener-policy']]).toEqual([undefined, undefined])
    expect((await requestTarget('/')).headers['x-frame-options']).toBe('DENY')
  })

  it("serves no worker script from the node's paths", async () => {
    expect((await requestTarget('/ipfs/bafyx/sw.js', { headers: { 'Service-Worker': 'script' } })).status).toBe(403)
  })

  it.each([
    '/nothing',
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2f..%2fsecret.txt',
    '/.hidden',
    '/_headers',
    '/assets',
    '/%00',
    '/a%5c..%5cb',
    '/%',
    '//secret.txt'
  ])('does not serve %s', async (target) => {
    const { status, body } = await requestTarget(target)
    expect([400, 404]).toContain(status)
    expect(body).not.toContain('secret')
  })

  it.each([
    ['br', 'gzip, deflate, br, zstd'],
    ['gzip', 'gzip;q=1.0, br;q=0'],
    ['br', '*'],
    ['gzip', 'GZIP'],
    ['br', 'br;q=0.1, gzip;q=1'],
    [undefined, undefined],
    [undefined, 'identity'],
    [undefined, 'br;q=0, *;q=0'],
    [undefined, 'bra, gz']
  ])('sends the copy in %s for Accept-Encoding %s', async (coding, accepted) => {
    const headers = accepted == null ? {} : { 'Accept-Encoding': accepted }
    const answer = await requestTarget('/zipped.js', { headers })
    expect([answer.headers['content-encoding'], answer.body]).toEqual([coding, `as ${coding ?? 'it is'}`])
    expect(answer.headers).toMatchObject({
      vary: 'Accept-Encoding',
      'content-type': 'text/javascript; charset=utf-8',
      'content-length': String(answer.body.length)
    })
    expect(answer.headers['accept-ranges']).toBeUndefined()
    const again = await requestTarget('/zipped.js', { headers: { ...headers, 'If-None-Match': answer.headers.etag } })
    expect([again.status, again.headers.vary, again.headers.etag]).toEqual([
      304,
      'Accept-Encoding',
      answer.headers.etag
    ])
    const whole = await requestTarget('/zipped.js', { headers: { ...headers, Range: 'bytes=0-1' } })
    expect([whole.status, whole.body]).toEqual([200, answer.body])
  })

  it('gives each encoding its own ETag, and ignores copies that are older than their file', async () => {
    const etags = await Promise.all(
      ['br', 'gzip', 'identity'].map(async (accepted) =>
        (await requestTarget('/zipped.js', { headers: { 'Accept-Encoding': accepted } })).headers.etag
      )
    )
    expect(new Set(etags).size).toBe(3)
    const stale = await requestTarget('/stale.js', { headers: { 'Accept-Encoding': 'br' } })
    expect([stale.body, stale.headers['content-encoding'], stale.headers.vary]).toEqual(['new', undefined, undefined])
  })

  it('allows only read methods', async () => {
    const { status, headers } = await requestTarget('/', { method: 'POST' })
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
  })

  it('reports a taken port, with advice', async () => {
    await expect(startStaticServer({ root, port: server.port })).rejects.toMatchObject({
      forPeople: true,
      message: expect.stringMatching(new RegExp(`Port ${server.port} is taken.*--port`))
    })
  })
})
