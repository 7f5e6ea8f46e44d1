import { afterEach, expect, it, vi } from 'vitest'
import { MAX_SMALL_BYTES, smallBody } from './small-body.ts'
import type { SmallBody } from './small-body.ts'

const put = (body: BodyInit | null): Request =>
  new Request(
    'http://node.example/routing/v1/providers/',
    { method: 'PUT', body, headers: { 'Content-Type': 'application/json' }, duplex: 'half' } as RequestInit
  )

afterEach(() => {
  vi.useRealTimers()
})

it('passes a request with its complete body, for any chunk boundaries', async () => {
  const whole = await smallBody(put('{}')) as SmallBody
  expect([
    whole.request.method,
    whole.request.url,
    whole.request.headers.get('content-type'),
    await whole.request.text()
  ]).toEqual(['PUT', 'http://node.example/routing/v1/providers/', 'application/json', '{}'])
  const none = new Request('http://node.example/')
  expect(await smallBody(none)).toMatchObject({ request: none })
  whole.release()
})

it('accepts only short bodies while many long ones are held, and long ones again afterwards', async () => {
  const long = async (): ReturnType<typeof smallBody> => await smallBody(put(new Uint8Array(MAX_SMALL_BYTES)))
  const taken = await Promise.all(Array.from({ length: 16 }, long))
  const refused = taken.flatMap((body) => 'refused' in body ? [body.refused.status] : [])
  expect(refused.length).toBeGreaterThan(2)
  expect(new Set(refused)).toEqual(new Set([429]))
  expect(await smallBody(put('{}'))).toHaveProperty('request')
  taken.forEach((body) => {
    if ('release' in body) {
      body.release()
    }
  })
  expect(await long()).toHaveProperty('request')
})

it('refuses a body of very many chunks, each of which occupies memory', async () => {
  let pieces = 0
  const body = await smallBody(put(
    new ReadableStream({
      pull: (controller) => {
        if (++pieces > 200_000) {
          controller.close()
        } else {
          controller.enqueue(new Uint8Array(1))
        }
      }
    })
  ))
  expect((body as { refused: Response }).refused.status).toBe(429)
})

it('refuses too long and too slow bodies', async () => {
  const long = await smallBody(put(new Uint8Array(MAX_SMALL_BYTES + 1))) as { refused: Response }
  expect(long.refused.status).toBe(413)

  vi.useFakeTimers()
  let isCancelled = false
  let refused: Response | undefined
  void smallBody(put(
    new ReadableStream({
      pull: async () => {
        await new Promise(() => {})
      },
      cancel: () => {
        isCancelled = true
      }
    })
  )).then((slow) => {
    refused = (slow as { refused: Response }).refused
  })
  await vi.advanceTimersByTimeAsync(29_000)
  expect(refused).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1000)
  expect([refused?.status, isCancelled]).toEqual([408, true])
})
