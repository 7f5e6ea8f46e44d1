import type { ServerResponse } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { startServer } from '../../testing/http/http-fixtures.ts'
import type { Answer, TestServer } from '../../testing/http/http-fixtures.ts'
import { openUrl } from './open-url.ts'
import type { OpenUrlOptions } from './open-url.ts'

const { signal } = new AbortController()
const servers: TestServer[] = []
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(
    servers.splice(0).map(async ({ close }) => {
      await close()
    })
  )
})

/**
 * Requests a response that the test sends chunk by chunk. Time passes only by `wait`, so that the speed of the machine
 * does not matter.
 */
async function openPaced (options: Partial<OpenUrlOptions>): Promise<{
  chunks: AsyncGenerator<Uint8Array>
  /** Lets this many milliseconds pass while the next chunk is awaited, and then sends it. */
  next: (ms: number, bytes: number) => Promise<number | undefined>
  end: () => void
}> {
  let response: ServerResponse | undefined
  const answer: Answer = (_, opened) => {
    response = opened
    opened.flushHeaders()
  }
  const server = await startServer(answer)
  servers.push(server)
  const { chunks } = await openUrl(server.url, {
    accept: '*/*',
    signal,
    followRedirects: false,
    headMs: 10_000,
    stallMs: 200,
    ...options
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })

  return {
    chunks,

    next: async (ms, bytes) => {
      const chunk = chunks.next()
      chunk.catch(() => {})
      await vi.advanceTimersByTimeAsync(ms)
      response?.write(new Uint8Array(bytes))
      return (await chunk).value?.byteLength
    },

    end: () => {
      response?.end()
    }
  }
}

test('a response of single bytes now and then times out like a stalled one, with its own message', async () => {
  const slow = await openPaced({ leastBytes: 4096 })
  expect(await slow.next(90, 1)).toBe(1)
  expect(await slow.next(90, 1)).toBe(1)
  await expect(slow.next(21, 1)).rejects.toMatchObject({
    name: 'SourceError',
    failure: 'failed',
    message: 'almost no data for 0.2 s'
  })
  vi.useRealTimers()
  await expect.poll(() => servers[0].open).toBe(0)

  const silent = await openPaced({ leastBytes: 4096 })
  await expect(silent.next(201, 1)).rejects.toMatchObject({ failure: 'failed', message: 'no data for 0.2 s' })
})

test('a slow but steady response is read to its end, as is one without a minimum rate', async () => {
  const steady = await openPaced({ leastBytes: 4096 })
  for (let i = 0; i < 75; i++) {
    expect(await steady.next(90, 2048)).toBe(2048)
  }
  steady.end()
  expect((await steady.chunks.next()).done).toBe(true)
  vi.useRealTimers()

  const thin = await openPaced({})
  for (let i = 0; i < 75; i++) {
    expect(await thin.next(90, 1)).toBe(1)
  }
  thin.end()
  expect((await thin.chunks.next()).done).toBe(true)
})
