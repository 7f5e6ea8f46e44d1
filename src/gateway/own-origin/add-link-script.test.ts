import { expect, test } from 'vitest'
import { addLinkScript } from './add-link-script.ts'

const HTML_SCRIPT = '<script src="/.well-known/swipfs/link.js"></script>'
const XML_SCRIPT = '<script xmlns="http://www.w3.org/1999/xhtml" src="/.well-known/swipfs/link.js"></script>'
const ORIGIN = 'http://bafy.ipfs.node.localhost'

async function added (
  body: BodyInit,
  init: { status?: number; type?: string; headers?: Record<string, string>; mode?: string; destination?: string } = {}
): Promise<Uint8Array> {
  const response = new Response(body, {
    status: init.status ?? 200,
    headers: { 'Content-Type': init.type ?? 'text/html', ...init.headers }
  })
  const result = await addLinkScript(
    { url: `${ORIGIN}/`, mode: init.mode ?? 'navigate', destination: init.destination ?? 'document' } as Request,
    response
  )
  expect(result.status).toBe(init.status ?? 200)
  return new Uint8Array(await result.arrayBuffer())
}

const addedText = async (...args: Parameters<typeof added>): Promise<string> =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await added(...args))

/** Makes a body with chunks of one byte. */
function byBytes (body: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(body)
  let at = 0
  return new ReadableStream({
    pull (controller) {
      if (at < bytes.length) {
        controller.enqueue(bytes.subarray(at, ++at))
      } else {
        controller.close()
      }
    }
  })
}

test.each([200, 404, 410, 451, 500])('an HTML document of status %i gets the script', async (status) => {
  expect(await addedText('<!doctype html><title>x</title>', { status })).toBe(
    `<!doctype html>${HTML_SCRIPT}<title>x</title>`
  )
})

test('a page of a home node with peers is told so', async () => {
  const marked = async (body: string, type: string, destination: string): Promise<string> => {
    const request = { url: `${ORIGIN}/`, mode: 'navigate', destination } as Request
    const response = new Response(body, { headers: { 'Content-Type': type } })
    return await (await addLinkScript(request, response, { isHomePeer: async () => true })).text()
  }
  const script = 'script src="/.well-known/swipfs/link.js"'
  expect(await marked('<!doctype html>x', 'text/html', 'document')).toContain(`<${script} data-peer=""></script>`)
  expect(await marked('<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>', 'image/svg+xml', 'document')).toMatch(
    / data-peer=""><\/script>/
  )
  expect(
    await marked(
      '<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" version="1.0"><xsl:template match="/"><html><head><title>x</title></head></html></xsl:template></xsl:stylesheet>',
      'application/xslt+xml',
      'xslt'
    )
  ).toContain(' data-peer=""')
})

test('all other bytes are unchanged, for any chunk boundaries', async () => {
  expect(
    await addedText(
      byBytes('﻿<?xml version="1.0"?><!-- > --><!doctype html>\n<html data-x="a>b">\n<head x=">">ü</head>')
    )
  ).toBe(`﻿<?xml version="1.0"?><!-- > --><!doctype html>\n<html data-x="a>b">\n<head x=">">${HTML_SCRIPT}ü</head>`)
})

test('a comment that is longer than the initial read does not prevent the script', async () => {
  const comment = `<!doctype html><!-- ${'x'.repeat(300_000)} --><html><head>`
  expect(await addedText(`${comment}<p>`)).toBe(`${comment}${HTML_SCRIPT}<p>`)
})

test.each([['application/xhtml+xml', '<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml">', '<head/></html>'], [
  'image/svg+xml',
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg">',
  '</svg>'
], ['application/xml; charset=utf-8', '<html xmlns="http://www.w3.org/1999/xhtml">', '<body/></html>']])(
  'a document of type %s gets an XHTML element',
  async (type, before, after) => {
    expect(await addedText(before + after, { type })).toBe(before + XML_SCRIPT + after)
  }
)

for (
  const [name, littleEndian, mark] of [['little-endian', true, true], ['big-endian', false, true], [
    'unmarked little-endian',
    true,
    false
  ]] as const
) {
  const wide = (value: string): Uint8Array => {
    const bytes = new Uint8Array(value.length * 2)
    for (let i = 0; i < value.length; i++) {
      new DataView(bytes.buffer).setUint16(2 * i, value.charCodeAt(i), littleEndian)
    }
    return bytes
  }

  test(`a document in ${name} UTF-16 gets the script in it`, async () => {
    const start = `${mark ? '\ufeff' : ''}<!doctype html><html title="㸀>">`
    const bytes = await added(wide(`${start}<p>ü`) as BodyInit, {
      type: mark ? 'text/html' : 'text/html; charset=utf-16le'
    })
    expect(new TextDecoder(littleEndian ? 'utf-16le' : 'utf-16be', { ignoreBOM: true }).decode(bytes)).toBe(
      `${start}${HTML_SCRIPT}<p>ü`
    )
  })
}

test(
  'a document with a style sheet of CSS gets an XHTML element, and XSLT a script in the head that it writes',
  async () => {
    const css = '<?xml-stylesheet type="text/css" href="a.css"?><a>'
    expect(await addedText(`${css}</a>`, { type: 'application/xml' })).toBe(`${css}${XML_SCRIPT}</a>`)

    const sheet = { type: 'application/xslt+xml', mode: 'same-origin', destination: 'xslt' }
    const keeping = HTML_SCRIPT.replace('>', ' data-keep="">')
    expect(await addedText('<xsl:template match="/"><html><head><title/></head></html>', sheet)).toBe(
      `<xsl:template match="/"><html><head>${keeping}<title/></head></html>`
    )
    expect(await addedText('<h:html><h:head/><h:body></h:body></h:html>', sheet)).toBe(
      `<h:html>${
        keeping.replaceAll('script ', 'h:script ').replace('/script', '/h:script')
      }<h:head/><h:body></h:body></h:html>`
    )
    expect(await addedText('<xsl:output method="text"/>', sheet)).toBe('<xsl:output method="text"/>')
    expect(await addedText('<html><head></head></html>', { ...sheet, destination: '' })).not.toContain('script')
  }
)

test.each([
  ['a fetch', '<p>', { mode: 'cors' }],
  ['a text', '<p>', { type: 'text/plain' }],
  ['a download', '<p>', { headers: { 'Content-Disposition': 'attachment; filename=a.html' } }],
  ['other XML', '<feed xmlns="http://www.w3.org/2005/Atom"></feed>', { type: 'application/atom+xml' }]
])('%s gets the original bytes', async (_, body, init) => {
  expect(await addedText(body, init)).toBe(body)
})

test('under a page policy that forbids the frame the script keeps a frame; a header policy is extended', async () => {
  expect(await addedText('<meta http-equiv="Content-Security-Policy" content="default-src \'none\'">')).toContain(
    'link.js" data-keep="">'
  )
  expect(await addedText('<meta http-equiv="Content-Security-Policy" content="default-src \'self\'">')).not.toContain(
    'data-keep'
  )
  const response = await addLinkScript(
    { url: `${ORIGIN}/`, mode: 'navigate' } as Request,
    new Response('<p>', { headers: { 'Content-Type': 'text/html', 'Content-Security-Policy': "default-src 'none'" } })
  )
  expect(response.headers.get('content-security-policy')).toBe(
    `default-src 'none'; script-src-elem ${ORIGIN}/.well-known/swipfs/link.js; frame-src ` +
      `${ORIGIN}/.well-known/swipfs/link.html`
  )
})
