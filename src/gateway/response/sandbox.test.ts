import { describe, expect, it } from 'vitest'
import { sniff } from '../content-type/sniff.ts'
import { pagePolicy } from '../html/page/html-page.ts'
import { isActiveType, sandbox, SANDBOX_POLICY } from './sandbox.ts'

const sandboxedResponse = (type: string | null, headers: Record<string, string> = {}, status = 200): Response => {
  const response = new Response(status === 304 ? null : new Uint8Array(1), { status, headers })
  if (type == null) {
    response.headers.delete('content-type')
  } else {
    response.headers.set('content-type', type)
  }
  return response
}

it('the policy allows safe features, and scripts in no way', () => {
  expect(SANDBOX_POLICY).toBe(
    'sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-downloads allow-forms; ' +
      "script-src 'none'"
  )
})

describe('a type that a browser could execute', () => {
  it.each([
    'text/html',
    'text/html; charset=utf-8',
    'TEXT/HTML',
    ' text/html ',
    'application/xhtml+xml',
    'image/svg+xml',
    'image/svg+xml; charset=utf-8',
    'text/xml; charset=utf-8',
    'application/xml',
    'application/rss+xml',
    'application/atom+xml',
    'application/mathml+xml',
    'text/xsl',
    'application/xslt+xml',
    'application/rdf+xml',
    'application/vnd.mozilla.xul+xml',
    'multipart/x-mixed-replace',
    'multipart/related',
    'message/rfc822',
    'application/unknown',
    'unknown/unknown',
    '*/*',
    '',
    'html',
    'text/',
    'text/html, text/plain',
    null
  ])('%j is sandboxed', (type) => {
    expect(isActiveType(type)).toBe(true)
    const { headers } = sandbox(sandboxedResponse(type))
    expect(headers.get('content-security-policy')).toBe(SANDBOX_POLICY)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })
})

describe('any other type', () => {
  it.each([
    'text/plain; charset=utf-8',
    'text/css; charset=utf-8',
    'text/javascript; charset=utf-8',
    'text/csv',
    'image/png',
    'image/jpeg',
    'video/mp4',
    'audio/mpeg',
    'font/woff2',
    'application/json',
    'application/pdf',
    'application/octet-stream',
    'application/zip',
    'application/wasm',
    'inode/symlink',
    'application/vnd.ipld.raw',
    'application/vnd.ipld.car; version=1',
    'application/x-tar'
  ])('%j is unchanged', (type) => {
    expect(isActiveType(type)).toBe(false)
    expect(sandbox(sandboxedResponse(type)).headers.has('content-security-policy')).toBe(false)
  })
})

it.each([
  ['<script>alert(1)</script>', true],
  ['<?xml version="1.0"?><a/>', true],
  ['<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', true],
  ['<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">', true],
  ['%PDF-1.4', false],
  ['plain <script>', false]
])('the sandbox depends on the sniffed type: %j', (text, active) => {
  expect(isActiveType(sniff(new TextEncoder().encode(text), true))).toBe(active)
})

it('the sandbox extends an existing policy, and changes nothing else', async () => {
  const response = sandbox(
    sandboxedResponse('text/html', { 'Content-Security-Policy': "default-src 'none'", Etag: '"x"' }, 404)
  )
  expect(response.headers.get('content-security-policy')).toBe(`${SANDBOX_POLICY}, default-src 'none'`)
  expect(response.headers.get('etag')).toBe('"x"')
  expect(response.status).toBe(404)
  expect(await response.bytes()).toHaveLength(1)
})

it("only the exact policy of the gateway's own pages is recognized", () => {
  const own = sandbox(sandboxedResponse('text/html', { 'Content-Security-Policy': pagePolicy() }))
  expect(own.headers.get('content-security-policy')).toBe(pagePolicy())
  // Its links belong to the application, not to a page of content.
  expect(own.headers.get('referrer-policy')).toBe('no-referrer')
  expect(
    sandbox(sandboxedResponse('text/html', { 'Content-Security-Policy': 'sandbox allow-scripts' })).headers.get(
      'content-security-policy'
    )
  ).toBe(`${SANDBOX_POLICY}, sandbox allow-scripts`)
})

it('responses without content are unchanged', () => {
  expect(sandbox(sandboxedResponse(null, {}, 304)).headers.has('content-security-policy')).toBe(false)
  expect(sandbox(new Response(null, { status: 412 })).headers.has('content-security-policy')).toBe(false)
})
