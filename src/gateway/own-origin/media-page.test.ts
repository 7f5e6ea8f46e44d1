import { expect, test } from 'vitest'
import { mediaPage } from './media-page.ts'

const HEADERS = {
  'Content-Type': 'video/mp4',
  'Content-Length': '4',
  'Etag': '"a"',
  'Accept-Ranges': 'bytes',
  'Cross-Origin-Embedder-Policy': 'require-corp'
}

async function answered (
  request: Partial<Request>,
  headers: Record<string, string> = {},
  status = 200
): Promise<[text: string, headers: Headers]> {
  const opened = { method: 'GET', mode: 'navigate', destination: 'document', url: 'http://x/a%22/f&m.mp4?x=1#t=2' }
  const response = await mediaPage(
    { ...opened, ...request } as Request,
    new Response('film', { status, headers: { ...HEADERS, ...headers } })
  )
  return [await response.text(), response.headers]
}

test.each(['video/mp4', 'audio/mpeg; x=y', 'VIDEO/webm'])(
  'a tab that opens %s gets a page that plays it',
  async (type) => {
    const [text, headers] = await answered({}, { 'Content-Type': type })
    expect(text).toContain('<title>f&amp;m.mp4</title>')
    expect(text).toContain('<video src="/a%22/f&amp;m.mp4?x=1" controls autoplay')
    expect([headers.get('content-type'), headers.get('etag'), headers.get('accept-ranges')]).toEqual([
      'text/html; charset=utf-8',
      null,
      null
    ])
    expect(headers.get('cross-origin-embedder-policy')).toBe('require-corp')
  }
)

test.each<[string, Partial<Request>, Record<string, string>, number?]>([
  ['an element', { destination: 'video', mode: 'no-cors' }, {}],
  ['a frame', { destination: 'iframe' }, {}],
  ['a fetch', { destination: '', mode: 'cors' }, {}],
  ['a download', {}, { 'Content-Disposition': 'attachment; filename=a.mp4' }],
  ['a picture', {}, { 'Content-Type': 'image/png' }],
  ['an error', {}, {}, 404]
])('%s gets the file', async (_, request, headers, status) => {
  expect((await answered(request, headers, status))[0]).toBe('film')
})
