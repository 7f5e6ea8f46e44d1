import { importer } from 'ipfs-unixfs-importer'
import type { CID } from 'multiformats/cid'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import { gatewayFixture } from '../../testing/http/gateway-fixture.ts'
import type { GatewayFixture } from '../../testing/http/gateway-fixture.ts'
import { localGateway } from '../local/local-gateway.ts'
import { SANDBOX_POLICY } from '../response/sandbox.ts'
import { handleGateway } from './handler.ts'

const MISSING = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'
const HTML = { headers: { Accept: 'text/html,*/*' } }
const CHUNK_BYTES = 256 * 1024

let gateway: GatewayFixture

async function last<T> (items: AsyncIterable<T>): Promise<T | undefined> {
  let found: T | undefined
  for await (const item of items) {
    found = item
  }
  return found
}

beforeEach(async () => {
  gateway = await gatewayFixture()
})
afterEach(async () => {
  vi.useRealTimers()
  await gateway.stop()
})

/** Makes a file with this number of chunks, each filled with its number. */
async function bigFile (chunks: number): Promise<CID> {
  const parts = []
  for (let i = 0; i < chunks; i++) {
    parts.push(await gateway.dag.raw(new Uint8Array(CHUNK_BYTES).fill(i)))
  }
  return (await gateway.dag.file(parts)).cid
}

describe('files', () => {
  it('answers a range of a large file, and reads only the blocks of the range', async () => {
    const file = await bigFile(20)
    const root = await gateway.dag.directory({ 'a.bin': file })
    const bytes = vi.spyOn(gateway.dag.store, 'bytes')
    const many = vi.spyOn(gateway.dag.store, 'bytesMany')
    const response = await gateway.get(`/ipfs/${root}/a.bin`, {
      headers: { Range: `bytes=${CHUNK_BYTES * 3 + 5}-${CHUNK_BYTES * 3 + 9}` }
    })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe(
      `bytes ${CHUNK_BYTES * 3 + 5}-${CHUNK_BYTES * 3 + 9}/${CHUNK_BYTES * 20}`
    )
    expect([...await response.bytes()]).toEqual([3, 3, 3, 3, 3])
    const leaves = many.mock.calls.map(([cids]) => [...cids as Iterable<CID>])
    expect(leaves.flat()).toHaveLength(1)
    expect(new Set(bytes.mock.calls.map(([cid]) => cid.toString()))).toEqual(
      new Set([root, file, ...leaves.flat()].map(String))
    )
  })

  it('answers a suffix range that is longer than the file with the whole file', async () => {
    const { cid } = await gateway.dag.raw('0123456789')
    const response = await gateway.get(`/ipfs/${cid}`, { headers: { Range: 'bytes=-100' } })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe('bytes 0-9/10')
    expect(await response.text()).toBe('0123456789')
  })

  it('answers with the whole file if the ranges together are longer', async () => {
    const { cid } = await gateway.dag.raw('0123456789')
    const response = await gateway.get(`/ipfs/${cid}`, { headers: { Range: 'bytes=0-8,1-9' } })
    expect([response.status, await response.text()]).toEqual([200, '0123456789'])
  })

  it.each(['bytes=0-', 'bytes=-1', 'bytes=5-6,0-1'])('answers an empty file for %s', async (range) => {
    const { cid } = await gateway.dag.raw('')
    const response = await gateway.get(`/ipfs/${cid}`, { headers: { Range: range } })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })

  it.each(['GET', 'HEAD'])('refuses an invalid range for %s, and forbids caching of that', async (method) => {
    const { cid } = await gateway.dag.raw('0123456789')
    const response = await gateway.get(`/ipfs/${cid}`, { method, headers: { Range: 'bytes=5-2' } })
    expect(response.status).toBe(400)
    expect(response.headers.has('cache-control')).toBe(false)
  })

  it('reads nothing of a file for HEAD', async () => {
    const file = await bigFile(4)
    const root = await gateway.dag.directory({ 'a.bin': file })
    const many = vi.spyOn(gateway.dag.store, 'bytesMany')
    const response = await gateway.get(`/ipfs/${root}/a.bin`, { method: 'HEAD' })
    expect(response.headers.get('content-length')).toBe(String(CHUNK_BYTES * 4))
    expect(response.body).toBeNull()
    expect(many).not.toHaveBeenCalled()
  })

  it('reads nothing that the client has cached', async () => {
    const file = await bigFile(1)
    const root = await gateway.dag.directory({ 'a.bin': file })
    const bytes = vi.spyOn(gateway.dag.store, 'bytes')
    const response = await gateway.get(`/ipfs/${root}/a.bin`, { headers: { 'If-None-Match': `"${file}"` } })
    expect(response.status).toBe(304)
    expect(bytes).toHaveBeenCalledTimes(1)
  })

  it('streams a large file and stops reading when the client disconnects', async () => {
    const file = await bigFile(40)
    const many = vi.spyOn(gateway.dag.store, 'bytesMany')
    const response = await gateway.get(`/ipfs/${file}?filename=a.bin`)
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    expect((await reader.read()).value).toHaveLength(CHUNK_BYTES)
    await reader.cancel()
    const options = many.mock.calls[0]?.[1]
    expect(options?.signal?.aborted).toBe(true)
    expect(await reader.read()).toEqual({ done: true, value: undefined })
  })

  it('breaks the stream if a block is missing', async () => {
    const parts = []
    for (let i = 0; i < 4; i++) {
      parts.push(await gateway.dag.raw(new Uint8Array(CHUNK_BYTES).fill(i)))
    }
    const { cid } = await gateway.dag.file(parts)
    await gateway.dag.store.delete(parts[2].cid)
    const response = await gateway.get(`/ipfs/${cid}?filename=a.bin`)
    expect(response.status).toBe(200)
    await expect(response.bytes()).rejects.toThrow(`could not find ${parts[2].cid}`)
  })

  it.each([[undefined], ['bytes=0-'], ['bytes=-1048575']])(
    'has an error status if the requested part (%s) is missing, whatever its size',
    async (range) => {
      const parts = []
      for (let i = 0; i < 4; i++) {
        parts.push(await gateway.dag.raw(new Uint8Array(CHUNK_BYTES).fill(i)))
      }
      const { cid } = await gateway.dag.file(parts)
      await gateway.dag.store.delete(parts[0].cid)
      const response = await gateway.get(`/ipfs/${cid}?filename=a.bin`, {
        headers: range == null ? {} : { Range: range }
      })
      expect([response.status, await response.text()]).toEqual([
        404,
        `block was not found locally (offline): ipld: could not find ${parts[0].cid}\n`
      ])
      for (const name of ['cache-control', 'etag', 'accept-ranges', 'content-range', 'x-ipfs-roots']) {
        expect(response.headers.has(name)).toBe(false)
      }
    }
  )

  it('has a status for a missing block of a small range', async () => {
    const parts = [await gateway.dag.raw('one'), await gateway.dag.raw('two')]
    const { cid } = await gateway.dag.file(parts)
    await gateway.dag.store.delete(parts[1].cid)
    const response = await gateway.get(`/ipfs/${cid}?filename=a.bin`)
    expect([response.status, await response.text()]).toEqual([
      404,
      `block was not found locally (offline): ipld: could not find ${parts[1].cid}\n`
    ])
    for (const name of ['cache-control', 'etag', 'accept-ranges', 'content-disposition', 'x-ipfs-roots']) {
      expect(response.headers.has(name)).toBe(false)
    }
  })

  it('answers a range although blocks outside of it are missing', async () => {
    const parts = []
    for (const text of ['<html>', 'two', 'three']) {
      parts.push(await gateway.dag.raw(text))
    }
    const { cid } = await gateway.dag.file(parts)
    const ask = async (range: string): Promise<unknown[]> => {
      const response = await gateway.get(`/ipfs/${cid}`, { headers: { Range: range } })
      return [response.status, response.headers.get('content-type'), await response.text()]
    }

    await gateway.dag.store.delete(parts[1].cid)
    expect(await ask('bytes=9-')).toEqual([206, 'text/html', 'three'])
    expect(await ask('bytes=1-4')).toEqual([206, 'text/html', 'html'])
    expect((await ask('bytes=5-8'))[0]).toBe(404)
    await gateway.dag.store.delete(parts[0].cid)
    expect(await ask('bytes=-5')).toEqual([206, 'application/octet-stream', 'three'])
    expect((await ask('bytes=0-1'))[0]).toBe(404)
    expect((await gateway.get(`/ipfs/${cid}`, { method: 'HEAD' })).status).toBe(404)
  })

  it('fetches nothing to find the type of a range from the middle', async () => {
    const parts = [await gateway.dag.raw('<html>'), await gateway.dag.raw('here')]
    const { cid } = await gateway.dag.file(parts)
    await gateway.dag.store.delete(parts[0].cid)
    const fetched: string[] = []
    const exchange = {
      session: () => ({
        get: async (cid: CID) => {
          fetched.push(cid.toString())
          return new TextEncoder().encode('<html>')
        }
      })
    }
    const { config, names } = gateway.node
    const request = new Request(`http://node.localhost:4173/ipfs/${cid}`, { headers: { Range: 'bytes=6-9' } })
    const response = await handleGateway(
      request,
      localGateway({ config, names, blockstore: gateway.dag.store, exchange: exchange as never, online: true })
    )
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      206,
      'application/octet-stream',
      'here'
    ])
    expect(fetched).toEqual([])
  })

  it('sniffs a file of several blocks once', async () => {
    const { cid } = await gateway.dag.file([await gateway.dag.raw('%PDF-1.4 '), await gateway.dag.raw('rest')])
    const many = vi.spyOn(gateway.dag.store, 'bytesMany')
    expect((await gateway.get(`/ipfs/${cid}`, { method: 'HEAD' })).headers.get('content-type')).toBe('application/pdf')
    expect((await gateway.get(`/ipfs/${cid}`, { method: 'HEAD' })).headers.get('content-type')).toBe('application/pdf')
    expect(many).toHaveBeenCalledTimes(1)
  })

  it('keeps a malicious name within its header', async () => {
    const { cid } = await gateway.dag.raw('x')
    const { headers } = await gateway.get(
      `/ipfs/${cid}?filename=${encodeURIComponent('a"\r\nSet-Cookie: b;é.html')}&download=true`
    )
    expect(headers.get('content-disposition')).toBe(
      'attachment; filename="a%22%0D%0ASet-Cookie:%20b%3B_.html"; ' +
        "filename*=UTF-8''a%22%0D%0ASet-Cookie:%20b%3B%C3%A9.html"
    )
    expect(headers.has('set-cookie')).toBe(false)
  })
})

describe('errors', () => {
  it.each([
    [`/ipfs/${MISSING}`, 404],
    [`/ipfs/${MISSING}/a/b`, 404],
    [`/ipfs/${MISSING}?format=raw`, 404],
    [`/ipfs/${MISSING}?format=tar`, 404],
    ['/ipfs/nonsense', 400],
    ['/ipfs/%zz', 400],
    ['/ipns/nosuch.example', 500],
    [`/ipfs/${MISSING}?format=ipns-record`, 400],
    ['/ipns/k51qzi5uqu5dm0t4vbwri4lkg76q03b4x9tsvekgvbu4zli6454ff7w8wdosa4?format=ipns-record', 500]
  ])('%s is %i immediately', async (path, status) => {
    const response = await gateway.get(path)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect((await response.text()).endsWith('\n')).toBe(true)
  })

  it('shows browsers an error page with the request escaped', async () => {
    const response = await gateway.get(`/ipfs/${MISSING}/%3Cscript%3Ealert(1)%3C%2Fscript%3E%22'`, HTML)
    const page = await response.text()
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toBe('text/html')
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'none'; style-src 'sha256-/
    )
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(page).not.toContain('<script')
  })

  it('are plain text with DisableHTMLErrors', async () => {
    await gateway.node.config.set('Gateway.DisableHTMLErrors', true)
    expect((await gateway.get('/ipfs/nonsense', HTML)).headers.get('content-type')).toBe('text/plain; charset=utf-8')
  })

  it('time out if no peer sends a block, before and after the head', async () => {
    const slow = await gatewayFixture({ 'Gateway.RetrievalTimeout': '10s' }, true)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const missing = await passing(slow.get(`/ipfs/${MISSING}`))
    expect([missing.status, await missing.text()]).toEqual([
      504,
      `failed to resolve /ipfs/${MISSING}: Unable to retrieve content within timeout period\n`
    ])

    const parts = []
    for (let i = 0; i < 4; i++) {
      parts.push(await slow.dag.raw(new Uint8Array(CHUNK_BYTES).fill(i)))
    }
    const { cid } = await slow.dag.file(parts)
    await slow.dag.store.delete(parts[2].cid)
    const cut = await slow.get(`/ipfs/${cid}?filename=a.bin`)
    expect(cut.status).toBe(200)
    await expect(passing(cut.bytes())).rejects.toThrow('Unable to retrieve content within timeout period')
    vi.useRealTimers()
    await slow.stop()
  })

  /** Lets the fake time pass until a promise settles. */
  async function passing<T> (promise: Promise<T>): Promise<T> {
    let isPending = true
    const settled = promise.finally(() => {
      isPending = false
    })
    settled.catch(() => {})
    while (isPending) {
      await vi.advanceTimersByTimeAsync(1000)
    }
    return await settled
  }

  it('do not hit a slow reader', async () => {
    const slow = await gatewayFixture({ 'Gateway.RetrievalTimeout': '10s' }, true)
    const parts = []
    for (let i = 0; i < 3; i++) {
      parts.push(await slow.dag.raw(new Uint8Array(CHUNK_BYTES).fill(i)))
    }
    const { cid } = await slow.dag.file(parts)
    const reader = ((await slow.get(`/ipfs/${cid}?filename=a.bin`)).body as ReadableStream<Uint8Array>).getReader()
    let bytes = 0
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })

    try {
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        bytes += next.value.length
        await vi.advanceTimersByTimeAsync(20_000)
      }
    } finally {
      vi.useRealTimers()
    }

    expect(bytes).toBe(3 * CHUNK_BYTES)
    await slow.stop()
  })

  it('stop the request when the client disconnects', async () => {
    const online = await gatewayFixture({}, true)
    const controller = new AbortController()
    const answer = online.get(`/ipfs/${MISSING}`, { signal: controller.signal })
    controller.abort(new Error('hung up'))
    expect((await answer).status).toBe(500)
    await online.stop()
  })

  it('handle an absurd path', async () => {
    const { cid } = await gateway.dag.raw('x')
    const root = await gateway.dag.directory({ a: cid })
    expect((await gateway.get(`/ipfs/${root}/${'a/'.repeat(5000)}`)).status).toBe(404)
  })
})

describe('an origin shared with an application', () => {
  it.each([
    ['page.html', 'plain', 'text/html'],
    ['pic.svg', '<svg/>', 'image/svg+xml'],
    ['feed.xml', '<a/>', 'text/xml; charset=utf-8'],
    ['page', '<script>alert(1)</script>', 'text/html'],
    ['page', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">', 'application/xhtml+xml']
  ])('%s with %j runs no scripts', async (name, content, type) => {
    const root = await gateway.dag.directory({ [name]: (await gateway.dag.raw(content)).cid })
    const { headers } = await gateway.get(`/ipfs/${root}/${name}`, { sandbox: true })
    expect(headers.get('content-type')).toBe(type)
    expect(headers.get('content-security-policy')).toBe(SANDBOX_POLICY)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect((await gateway.get(`/ipfs/${root}/${name}`)).headers.has('content-security-policy')).toBe(false)
  })

  it('shows a PDF and pictures unchanged', async () => {
    const root = await gateway.dag.directory({
      'a.pdf': (await gateway.dag.raw('%PDF')).cid,
      'a.png': (await gateway.dag.raw('<html>')).cid
    })
    expect((await gateway.get(`/ipfs/${root}/a.pdf`, { sandbox: true })).headers.has('content-security-policy')).toBe(
      false
    )
    expect((await gateway.get(`/ipfs/${root}/a.png`, { sandbox: true })).headers.has('content-security-policy')).toBe(
      false
    )
  })

  it('sandboxes a page whose type follows from the name in the URL', async () => {
    const { cid } = await gateway.dag.raw('plain text')
    expect((await gateway.get(`/ipfs/${cid}?filename=x.svg`, { sandbox: true })).headers.get('content-security-policy'))
      .toBe(SANDBOX_POLICY)
  })

  it('runs no scripts in pages of the gateway, and sandboxes ranges and HEAD', async () => {
    const root = await gateway.dag.directory({ 'a.html': (await gateway.dag.raw('<p>')).cid })
    const policyOf = (response: Response): string | null => response.headers.get('content-security-policy')
    expect(policyOf(await gateway.get(`/ipfs/${root}/none`, { sandbox: true, ...HTML }))).toMatch(
      /^default-src 'none'; script-src 'none'; .* form-action 'none'$/
    )
    // A listing has a search form.
    expect(policyOf(await gateway.get(`/ipfs/${root}/`, { sandbox: true }))).toMatch(
      /^default-src 'none'; script-src 'none'; .* form-action 'self'$/
    )
    expect(
      (await gateway.get(`/ipfs/${root}/a.html`, { sandbox: true, headers: { Range: 'bytes=0-0' } })).headers.get(
        'content-security-policy'
      )
    ).toBe(SANDBOX_POLICY)
    expect(
      (await gateway.get(`/ipfs/${root}/a.html`, { sandbox: true, method: 'HEAD' })).headers.get(
        'content-security-policy'
      )
    ).toBe(SANDBOX_POLICY)
    expect((await gateway.get(`/ipfs/${root}`, { sandbox: true })).headers.get('content-security-policy')).toBe(
      SANDBOX_POLICY
    )
  })

  it('refuses worker scripts at any depth', async () => {
    const root = await gateway.dag.directory({ 'sw.js': (await gateway.dag.raw('//')).cid })
    const headers = { 'Service-Worker': 'script' }
    expect((await gateway.get(`/ipfs/${root}/sw.js`, { sandbox: true, headers })).status).toBe(400)
    expect((await gateway.get(`/ipfs/${root}/sw.js`, { headers })).status).toBe(200)
  })
})

describe('directories', () => {
  it('escapes markup in names', async () => {
    const { cid } = await gateway.dag.raw('x')
    const names = [
      '<img src=x onerror=alert(1)>',
      '"onmouseover="alert(1)',
      "it's & co",
      'javascript:alert(1)',
      '%2e%2e',
      'a?b#c'
    ]
    const root = await gateway.dag.directory(Object.fromEntries(names.map((name) => [name, cid])))
    const page = await (await gateway.get(`/ipfs/${root}/`)).text()
    const tags = [...page.matchAll(/<([a-z0-9]+)((?:\s+[a-z-]+="[^"]*")*)\s*>/g)]
    expect(new Set(tags.map(([, tag]) => tag))).toEqual(
      new Set([
        'html',
        'head',
        'meta',
        'title',
        'link',
        'style',
        'body',
        'main',
        'h1',
        'nav',
        'a',
        'p',
        'span',
        'ul',
        'li',
        'bdi',
        'form',
        'label',
        'input',
        'button'
      ])
    )
    expect(
      tags.flatMap(([, , attributes]) => [...attributes.matchAll(/([a-z-]+)="[^"]*"/g)].map(([, name]) => name)).filter(
        (name) => name.startsWith('on')
      )
    ).toEqual([])
    expect(page.replace(/<\/?[a-z0-9]+((?:\s+[a-z-]+="[^"<>]*")*)\s*>|<!DOCTYPE html>|<style>[^<]*<\/style>/g, '')).not
      .toMatch(/[<>]/)
    expect(page).toContain(`href="/ipfs/${root}/%3Cimg%20src=x%20onerror=alert%281%29%3E"`)
    expect(page).toContain(`href="/ipfs/${root}/javascript:alert%281%29"`)
    expect(page).toContain(`href="/ipfs/${root}/%252e%252e"`)
    expect(page).toContain(`href="/ipfs/${root}/a%3Fb%23c"`)
  })

  it('sorts a sharded directory by name', async () => {
    const names = Array.from({ length: 300 }, (_, i) => `file ${String(i).padStart(3, '0')}`)
    const { cid } = await last(
      importer(names.map((path) => ({ path, content: new Uint8Array(1) })), gateway.dag.store as never, {
        wrapWithDirectory: true,
        shardSplitThresholdBytes: 0
      })
    ) as { cid: CID }
    const page = await (await gateway.get(`/ipfs/${cid}/`)).text()
    expect([...page.matchAll(/<bdi class="name" translate="no"><a [^>]*>([^<]*)</g)].map(([, name]) => name)).toEqual(
      names
    )
    expect(await (await gateway.get(`/ipfs/${cid}/file%20123`)).bytes()).toEqual(new Uint8Array(1))
  })

  it('writes paths and links like boxo, escapes the file name once, and links up only below the root', async () => {
    const file = (await gateway.dag.raw('x')).cid
    const root = await gateway.dag.directory({ 'ą': await gateway.dag.directory({ 'b ź.txt': file }) })
    const top = await (await gateway.get(`/ipfs/${root}/`)).text()
    const path = (links: string): string => `Index of <span translate="no">/ipfs/${links}</span></nav>`
    const rootLink = `<a href="/ipfs/${root}">${root}</a>`
    expect(top).toContain(path(rootLink))
    expect(top).not.toContain('..</a>')
    const below = await (await gateway.get(`/ipfs/${root}/%C4%85/`)).text()
    expect(below).toContain(path(`${rootLink}/<a href="/ipfs/${root}/%C4%85">ą</a>`))
    expect(below).toContain(`<a href="/ipfs/${root}/%C4%85/..">..</a>`)
    expect(below).toContain(`<a href="/ipfs/${root}/%C4%85/b%20%C5%BA.txt">b ź.txt</a>`)
    expect(below).toContain(`<a class="ipfs-hash" translate="no" href="/ipfs/${file}?filename=b+%C5%BA.txt">`)
  })

  it('links to the explorer of its origin from listings, documents and errors, and only if it exists', async () => {
    const cid = await gateway.dag.put(CODEC.dagCbor, new Uint8Array([0xa0]))
    const root = await gateway.dag.directory({ 'a&b ü#?%': await gateway.dag.directory({ x: cid }) })
    const [link, explorer] = ['a%26b%20%C3%BC%23%3F%25', '/#/explore']
    const from = async (path: string, init: object): Promise<string[]> =>
      [...(await (await gateway.get(path, { sandbox: true, ...HTML, ...init })).text()).matchAll(
        /<a href="([^"]*)">explore<\/a>/gi
      )].map(([, href]) => href)

    for (
      const [path, leadsTo] of [[`${root}/${link}/`, `${root}/a&amp;b%20%C3%BC%23%3F%25/`], [`${cid}/`, `${cid}/`], [
        `${root}/${link}/none`,
        `${root}/${link}/none`
      ]]
    ) {
      expect(await from(`/ipfs/${path}`, { explorer })).toEqual([`/#/explore/ipfs/${leadsTo}`])
      expect(await from(`/ipfs/${path}`, {})).toEqual([])
    }
  })

  it('distinguishes a missing block from a missing name, and offers actions for every error', async () => {
    const gone = await gateway.dag.put(CODEC.dagCbor, new Uint8Array([0xa0]))
    const number = await gateway.dag.put(CODEC.dagCbor, new Uint8Array([0xa1, 0x61, 0x61, 0x01])) // {"a": 1}
    const root = await gateway.dag.directory({ x: number })
    await gateway.dag.store.delete(gone)
    const page = async (path: string): Promise<string> =>
      await (await gateway.get(path, { sandbox: true, explorer: '/#/explore', ...HTML })).text()

    expect(await page(`/ipfs/${gone}`)).toContain('<p class="facts">This content was not found.</p>')
    expect(await page(`/ipfs/${root}/none`)).toContain('<p class="facts">The content has no item with this name.</p>')

    for (const path of [`/ipfs/${gone}`, `/ipfs/${root}/none`, `/ipfs/${number}/a`, '/ipfs/nonsense']) {
      const html = await page(path)
      expect(html, path).toContain('<a href="/">Home</a>')
      expect(html, path).toContain(`<a href="/#/explore${path}">Explore</a>`)
    }
  })

  it('redirects to the trailing slash, with the query unchanged', async () => {
    const root = await gateway.dag.directory({ 'ü': await gateway.dag.directory({}) })
    expect((await gateway.get(`/ipfs/${root}/%c3%bc?a=%2F&b`)).headers.get('location')).toBe(
      `/ipfs/${root}/%C3%BC/?a=%2F&b`
    )
    expect((await gateway.get(`/ipfs/${root}?go-get=1`)).status).toBe(200)
  })

  it('does not serve a directory as an index page', async () => {
    const root = await gateway.dag.directory({ 'index.html': await gateway.dag.directory({}) })
    expect((await gateway.get(`/ipfs/${root}/`)).status).toBe(422)
  })
})

it('prefers the original target to the URL', async () => {
  const { cid } = await gateway.dag.raw('x')
  const response = await handleGateway(new Request(`http://h/ipfs/${cid}`), localGateway(gateway.node), {
    target: `/ipfs/./${cid}?a`
  })
  expect([response.status, response.headers.get('location')]).toEqual([307, `/ipfs/${cid}?a`])
})

it('uses the current configuration', async () => {
  const { cid } = await gateway.dag.raw('0123456789')
  expect((await gateway.get(`/ipfs/${cid}`)).status).toBe(200)
  await gateway.node.config.set('Gateway.DeserializedResponses', false)
  expect((await gateway.get(`/ipfs/${cid}`)).status).toBe(406)
  await gateway.node.config.set('Gateway.PublicGateways', { 'node.localhost:4173': { DeserializedResponses: true } })
  expect((await gateway.get(`/ipfs/${cid}`)).status).toBe(200)
  await gateway.node.config.set('Gateway.MaxRangeRequestFileSize', '5B')
  expect((await gateway.get(`/ipfs/${cid}`, { headers: { Range: 'bytes=0-1' } })).status).toBe(501)
  expect((await gateway.get(`/ipfs/${cid}`)).status).toBe(200)
})

describe('Gateway.MaxDeserializedResponseSize', () => {
  const GONE = 'deserialized responses are not supported for content larger than 5 bytes: ' +
    'for large content, run your own IPFS node (https://docs.ipfs.tech/install/)\n'

  it('refuses larger files, directories and documents, whole or in part, for a week', async () => {
    const { cid: small } = await gateway.dag.raw('12345')
    const { cid: large } = await gateway.dag.file([await gateway.dag.raw('123'), await gateway.dag.raw('456')])
    const folder = await gateway.dag.directory({ 'index.html': small })
    const json = await gateway.dag.put(0x0129, new TextEncoder().encode('"12345"'))
    await gateway.node.config.set('Gateway.MaxDeserializedResponseSize', '5B')
    expect((await gateway.get(`/ipfs/${small}`)).status).toBe(200)

    for (
      const [path, init] of [
        [`${large}`, {}],
        [`${large}`, { headers: { Range: 'bytes=0-1' } }],
        [`${folder}/`, {}],
        [`${folder}`, {}],
        [`${json}`, {}],
        [`${json}?format=json`, {}]
      ] as Array<[string, RequestInit]>
    ) {
      const response = await gateway.get(`/ipfs/${path}`, init)
      expect([path, response.status, await response.text()]).toEqual([path, 410, GONE])
      expect(response.headers.get('cache-control')).toBe('public, max-age=604800, stale-while-revalidate=2678400')
      expect([response.headers.get('etag'), response.headers.get('x-ipfs-roots')]).toEqual([null, null])
    }

    expect((await gateway.get(`/ipfs/${large}`, { method: 'HEAD' })).status).toBe(410)
    expect((await gateway.get(`/ipfs/${folder}/index.html`)).status).toBe(200)
  })

  it('applies to no verifiable format, and 0 is no limit', async () => {
    const { cid } = await gateway.dag.raw('123456')
    await gateway.node.config.set('Gateway.MaxDeserializedResponseSize', 1)
    expect((await gateway.get(`/ipfs/${cid}?format=raw`)).status).toBe(200)
    expect((await gateway.get(`/ipfs/${cid}?format=car`)).status).toBe(200)
    expect((await gateway.get(`/ipfs/${cid}`, { headers: { Accept: 'application/vnd.ipld.raw' } })).status).toBe(200)
    await gateway.node.config.set('Gateway.MaxDeserializedResponseSize', '0')
    expect((await gateway.get(`/ipfs/${cid}`)).status).toBe(200)
  })
})

it('streams many bodies concurrently', async () => {
  const cids = await Promise.all(Array.from({ length: 50 }, async (_, i) => (await gateway.dag.raw(`file ${i}`)).cid))
  const texts = await Promise.all(cids.map(async (cid) => await (await gateway.get(`/ipfs/${cid}`)).text()))
  expect(texts).toEqual(cids.map((_, i) => `file ${i}`))
})

describe('never rejects', () => {
  const request = new Request('http://node.localhost:4173/ipfs/bafkqablimvwgy3y', { headers: { Accept: 'text/html' } })

  it('answers 503 if the gateway cannot be opened', async () => {
    const response = await handleGateway(request, async () => {
      throw new Error('no <storage>')
    }, { sandbox: true })
    expect([response.status, response.headers.get('content-type'), response.headers.get('access-control-allow-origin')])
      .toEqual([503, 'text/html', '*'])
    expect(await response.text()).toContain('no &lt;storage&gt;')

    const head = await handleGateway(new Request(request.url, { method: 'HEAD' }), async () => {
      throw new Error('no')
    })
    expect([head.status, head.body]).toEqual([503, null])
  })

  it('answers any internal error', async () => {
    const { config, backend } = localGateway(gateway.node)
    const broken = {
      ...config,
      get httpHeaders (): never {
        throw new Error('no headers')
      }
    }
    expect((await handleGateway(request, { config: broken, backend })).status).toBe(500)
    expect((await handleGateway(request, { config, backend: null as never })).status).toBe(500)
    expect((await handleGateway(request, localGateway(gateway.node), { target: '/ipfs/%zz' })).status).toBe(400)
  })
})

it('supports very long timeouts', async () => {
  await gateway.node.config.set('Gateway.RetrievalTimeout', '2000000h')
  const { cid } = await gateway.dag.raw('hi')
  const bytes = gateway.dag.store.bytes.bind(gateway.dag.store)
  vi.spyOn(gateway.dag.store, 'bytes').mockImplementation(async (...args) =>
    await new Promise((resolve) => setTimeout(resolve, 30)).then(async () => await bytes(...args))
  )
  expect((await gateway.get(`/ipfs/${cid}`)).status).toBe(200)
})
