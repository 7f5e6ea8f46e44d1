import { expect, it, vi } from 'vitest'
import { MAX_SMALL_BYTES, smallBody } from './small-body.ts'

const put = (body: BodyInit | null): Request => new Request('http://node.example/routing/v1/providers/', { method: 'PUT', body, headers: { 'Content-Type': 'application/json' }, duplex: 'half' } as RequestInit)

it('passes a request on with all of its body, whatever comes in', async () => {
  const whole = await smallBody(put('{}')) as { request: Request }
  expect([whole.request.method, whole.request.url, whole.request.headers.get('content-type'), await whole.request.text()]).toEqual(['PUT', 'http://node.example/routing/v1/providers/', 'application/json', '{}'])
  const none = new Request('http://node.example/')
  expect(await smallBody(none)).toEqual({ request: none })
})

it('refuses what is too long, and what takes too long', async () => {
  const long = await smallBody(put(new Uint8Array(MAX_SMALL_BYTES + 1))) as { refused: Response }
  expect(long.refused.status).toBe(413)

  let isCancelled = false
  const over = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(over.signal)
  const slow = smallBody(put(new ReadableStream({ pull: async () => { over.abort(); await new Promise(() => {}) }, cancel: () => { isCancelled = true } })))
  expect((await slow as { refused: Response }).refused.status).toBe(408)
  expect(isCancelled).toBe(true)
  vi.restoreAllMocks()
})
