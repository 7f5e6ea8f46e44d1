import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { htmlHeaders, pageFrame } from '../../src/gateway/html/page/html-page.ts'
import { linkPingScript } from '../../src/gateway/html/page/ping-script.ts'
import { hashSource } from '../../src/gateway/html/page/policy-source.ts'
import { isBlobResponse } from '../../src/http/response/blob-response.ts'
import { BufferedDownloads } from './buffered-downloads.ts'
import { protectNavigation } from './protect-navigation.ts'

const ATTACHMENT = {
  'Content-Disposition': 'attachment; filename="_.bin"; filename*=UTF-8\'\'%C3%BC%20%3Cb%3E.bin',
  'Content-Type': 'application/octet-stream'
}
/** A plain object, because Node cannot make a navigation request. */
const TAB = {
  url: 'http://node.localhost/ipfs/x?download=true',
  method: 'GET',
  mode: 'navigate',
  destination: 'document',
  referrer: ''
} as Request

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function answers (
  { mayTruncate = true, pings = false, pages = 0 } = {}
): Parameters<typeof protectNavigation>[2] {
  return {
    mayTruncate,
    hasPage: async () => pages > 0,
    hasPingingPage: async () => pings,
    downloads: new BufferedDownloads()
  }
}

function slow (headers: HeadersInit = ATTACHMENT, cancel = vi.fn()): Response {
  return new Response(
    new ReadableStream({
      start (controller) {
        controller.enqueue(new TextEncoder().encode('start'))
      },
      cancel
    }),
    { headers }
  )
}

function listing (): Response {
  const { head, foot } = pageFrame('Index')
  const headers = new Headers({ 'Content-Length': '1' })
  htmlHeaders(headers)
  return new Response(
    new ReadableStream({
      start (controller) {
        ;[head, 'rows</head>', foot].forEach((part) => {
          controller.enqueue(new TextEncoder().encode(part))
        })
        controller.close()
      }
    }),
    { headers }
  )
}

it('a download that is complete soon is sent as a Blob', async () => {
  const response = await protectNavigation(TAB, new Response('soon', { headers: ATTACHMENT }), answers())
  expect([isBlobResponse(response), response.headers.get('content-disposition'), await response.text()]).toEqual([
    true,
    ATTACHMENT['Content-Disposition'],
    'soon'
  ])
})

it('a longer download uses a page that can ping', async () => {
  const cancel = vi.fn()
  const made = protectNavigation(TAB, slow(ATTACHMENT, cancel), answers())
  await vi.advanceTimersByTimeAsync(5000)
  const page = await made
  expect(page.headers.get('content-disposition')).toBeNull()
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(cancel).toHaveBeenCalledOnce()
  const html = await page.text()
  expect(html).toContain('Downloading <bdi translate="no">ü &lt;b&gt;.bin</bdi>')
  const scripts = [...html.matchAll(/<script>([^<]*)<\/script>/g)].map(([, text]) => hashSource(text))
  expect(scripts).toHaveLength(2)
  expect(page.headers.get('content-security-policy')).toContain(`script-src ${scripts.join(' ')};`)
})

it('a download that a link of its origin may save is never a page', async () => {
  const made = protectNavigation({ ...TAB, referrer: 'http://node.localhost/ipfs/y/' } as Request, slow(), answers())
  await vi.advanceTimersByTimeAsync(30_000)
  expect([(await made).status, (await made).headers.get('location')]).toEqual([302, TAB.url])

  const unknown = protectNavigation(TAB, slow(), answers({ pages: 1 }))
  await vi.advanceTimersByTimeAsync(30_000)
  expect((await unknown).status).toBe(302)

  const foreign = protectNavigation(
    { ...TAB, referrer: 'http://elsewhere.test/' } as Request,
    slow(),
    answers({ pages: 1 })
  )
  await vi.advanceTimersByTimeAsync(30_000)
  expect((await foreign).headers.get('content-type')).toContain('text/html')
})

it('a download is streamed if a page pings', async () => {
  const made = protectNavigation(TAB, slow(), answers({ pings: true }))
  await vi.advanceTimersByTimeAsync(5000)
  const response = await made
  expect(response.headers.get('content-disposition')).toBe(ATTACHMENT['Content-Disposition'])
  const reader = response.body!.getReader()
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('start')
  await reader.cancel()
})

it('only pages of the gateway get the ping script', async () => {
  const page = await protectNavigation(TAB, listing(), answers())
  const html = await page.text()
  const [, script] = /<script>([^<]*)<\/script><\/head>/.exec(html) ?? []
  expect(script).toContain('ping-wanted')
  expect(html.match(/<script/g)).toHaveLength(1)
  expect(page.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; script-src 'sha256-[^' ]+'; style-src /
  )
  expect(page.headers.get('content-security-policy')).toContain(hashSource(script))
  expect(page.headers.has('content-length')).toBe(false)

  const content = new Response('<head></head>', {
    headers: { 'Content-Type': 'text/html', 'Content-Security-Policy': 'sandbox allow-same-origin' }
  })
  expect(await protectNavigation(TAB, content, answers())).toBe(content)
})

it('a page of a site gets the script of the site, which may open the frame of the node', async () => {
  const page = await protectNavigation(
    TAB,
    listing(),
    answers(),
    () => linkPingScript('/link.js', 'http://node.localhost')
  )
  expect(await page.text()).toContain('<script src="/link.js"></script></head>')
  expect(page.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; script-src 'self'; frame-src http:\/\/node\.localhost; style-src /
  )
})

it.each<[string, Request, boolean]>([
  ['in other browsers', TAB, false],
  ['for a script', { ...TAB, mode: 'cors', destination: '' } as Request, true]
])('an answer is unchanged %s', async (_, request, mayTruncate) => {
  for (const made of [slow(), listing(), new Response('x')]) {
    expect(await protectNavigation(request, made, answers({ mayTruncate }))).toBe(made)
  }
})
