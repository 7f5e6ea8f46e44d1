import { afterEach, expect, it, vi } from 'vitest'
import { MAX_SMALL_BYTES, smallBody } from './small-body.ts'

const put = (body: BodyInit | null): Request => new Request('http://node.example/routing/v1/providers/', { method: 'PUT', body, headers: { 'Content-Type': 'application/json' }, duplex: 'half' } as RequestInit)

afterEach(() => { vi.useRealTimers() })

it('passes a request on with all of its body, whatever comes in', async () => {
  const whole = await smallBody(put('{}')) as { request: Request }
  expect([whole.request.method, whole.request.url, whole.request.headers.get('content-type'), await whole.request.text()]).toEqual(['PUT', 'http://node.example/routing/v1/providers/', 'application/json', '{}'])
  const none = new Request('http://node.example/')
  expect(await smallBody(none)).toEqual({ request: none })
})

it('refuses what is too long, and what takes too long', async () => {
  const long = await smallBody(put(new Uint8Array(MAX_SMALL_BYTES + 1))) as { refused: Response }
  expect(long.refused.status).toBe(413)

  vi.useFakeTimers()
  let isCancelled = false
  let refused: Response | undefined
  void smallBody(put(new ReadableStream({ pull: async () => { await new Promise(() => {}) }, cancel: () => { isCancelled = true } }))).then((slow) => { refused = (slow as { refused: Response }).refused })
  await vi.advanceTimersByTimeAsync(29_000)
  expect(refused).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1000)
  expect([refused?.status, isCancelled]).toEqual([408, true])
})
