import { afterEach, beforeEach, expect, it } from 'vitest'
import { htmlHeaders } from '../../src/gateway/html/page/html-page.ts'
import { areaOf } from '../scope/area.ts'
import { setBase } from '../scope/base-path.ts'
import { mayUseRpc, pageRefusal } from '../scope/guard.ts'
import { isShareTarget } from '../shell/share-target.ts'
import { rebaseLinks } from './rebase-links.ts'

const ORIGIN = 'https://a.test'
const PAGE = `${ORIGIN}/ipfs/bafy/`

beforeEach(() => {
  setBase('/repo/')
})

afterEach(() => {
  setBase('/')
})

/** Makes a page of the gateway from chunks. */
function gatewayPage (...chunks: string[]): Response {
  const headers = new Headers()
  htmlHeaders(headers)
  return new Response(new Blob(chunks).stream(), { headers })
}

it('prepends the folder to links in pages of the gateway, across chunk boundaries', async () => {
  const page =
    '<p>href="/ipfs/x"</p><a href="/ipfs/bafy/a">a</a><a href="/">Home</a><a href="/repo/#/explore/ipfs/bafy">e</a><a href="?format=tar">t</a><a href="https://dweb.link/ipfs/bafy">d</a><a href="/ipns/k51">n</a>'
  const wanted = page.replace('"/ipfs/bafy/a"', '"/repo/ipfs/bafy/a"').replace('"/">', '"/repo/">').replace(
    '"/ipns',
    '"/repo/ipns'
  )

  for (let at = 0; at < page.length; at += 7) {
    const response = gatewayPage()
    const body = new ReadableStream({
      start (stream) {
        for (const part of [page.slice(0, at), page.slice(at)]) {
          stream.enqueue(new TextEncoder().encode(part))
        }
        stream.close()
      }
    })
    expect(await rebaseLinks(new Response(body, { headers: response.headers }), PAGE).text()).toBe(wanted)
  }
})

it('prepends the folder to redirects, and leaves content unchanged', async () => {
  const moved = rebaseLinks(new Response(null, { status: 301, headers: { Location: '/ipfs/bafy/' } }), PAGE)
  expect([moved.status, moved.headers.get('Location')]).toEqual([301, '/repo/ipfs/bafy/'])
  expect(
    rebaseLinks(new Response(null, { status: 302, headers: { Location: 'https://b.test/ipfs/x' } }), PAGE).headers.get(
      'Location'
    )
  ).toBe('https://b.test/ipfs/x')
  const content = new Response('<a href="/ipfs/x">', { headers: { 'Content-Type': 'text/html' } })
  expect(rebaseLinks(content, PAGE)).toBe(content)
  setBase('/')
  const page = gatewayPage('<a href="/ipfs/x">')
  expect(rebaseLinks(page, PAGE)).toBe(page)
})

it('lets the links of a page opt out of redirects if its address does', async () => {
  const page =
    '<a href="/ipfs/bafy/a">a</a><a href="./b?download=true&amp;filename=b">b</a><a href="?format=tar">t</a>' +
    '<a href="/ipns/k51#x">n</a><a href="/">Home</a><a href="https://dweb.link/ipfs/bafy">d</a><p>href="/ipfs/x"</p>'
  const hint = 'x-ipfs-companion-no-redirect'
  const wanted = `<a href="/ipfs/bafy/a?${hint}">a</a><a href="./b?download=true&amp;filename=b&amp;${hint}">b</a>` +
    `<a href="?format=tar&amp;${hint}">t</a><a href="/ipns/k51?${hint}#x">n</a>` +
    '<a href="/">Home</a><a href="https://dweb.link/ipfs/bafy">d</a><p>href="/ipfs/x"</p>'
  setBase('/')
  expect(await rebaseLinks(gatewayPage(page), `${PAGE}?sort=size&${hint}`).text()).toBe(wanted)
  expect(await rebaseLinks(gatewayPage(page), PAGE).text()).toBe(page)
  setBase('/repo/')
  expect(await rebaseLinks(gatewayPage('<a href="/ipfs/a">a</a>'), `${PAGE}?${hint}`).text()).toBe(
    `<a href="/repo/ipfs/a?${hint}">a</a>`
  )
})

it('distinguishes content in the folder from pages', () => {
  expect(['/repo/', '/repo/ipfs/x', '/repo/api/v0/id', '/ipfs/x', '/api/v0/id', '/repository/ipfs/x'].map(areaOf))
    .toEqual(['shell', 'gateway', 'rpc', 'gateway', 'rpc', 'shell'])
  const sender = {
    origin: ORIGIN,
    frameType: 'top-level',
    mode: 'cors' as const,
    destination: '' as const,
    referrer: ''
  }
  expect(mayUseRpc({ ...sender, clientUrl: `${ORIGIN}/repo/` })).toBe(true)
  expect(mayUseRpc({ ...sender, clientUrl: `${ORIGIN}/repo/ipfs/x/` })).toBe(false)
  expect(pageRefusal({ url: `${ORIGIN}/repo/ipns/x/`, frameType: 'top-level' }, ORIGIN)).toContain('not content')
  expect(
    isShareTarget(
      { url: `${ORIGIN}/repo/share-target`, method: 'POST', mode: 'navigate', destination: 'document' },
      ORIGIN
    )
  ).toBe(true)
})
