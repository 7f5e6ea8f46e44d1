import { afterEach, expect, test } from 'vitest'
import { startServer } from '../../testing/http-fixtures.ts'
import type { Answer, TestServer } from '../../testing/http-fixtures.ts'
import { openUrl } from './open-url.ts'
import type { OpenUrlOptions } from './open-url.ts'

const { signal } = new AbortController()
const servers: TestServer[] = []
afterEach(async () => {
  await Promise.all(
    servers.splice(0).map(async ({ close }) => {
      await close()
    })
  )
})

/** Reads a response to its end. Returns its length. */
async function read (answer: Answer, options: Partial<OpenUrlOptions>): Promise<number> {
  const server = await startServer(answer)
  servers.push(server)
  let bytes = 0
  const { chunks } = await openUrl(server.url, {
    accept: '*/*',
    signal,
    followRedirects: false,
    headMs: 10_000,
    stallMs: 200,
    ...options
  })
  for await (const chunk of chunks) {
    bytes += chunk.byteLength
  }
  return bytes
}

/** Sends chunks of this size, one every 20 ms. */
function drip (pieces: number, bytes: number): Answer {
  return (_, response) => {
    response.flushHeaders()
    let left = pieces

    const timer = setInterval(() => {
      if (left-- > 0) {
        response.write(new Uint8Array(bytes))
      } else {
        clearInterval(timer)
        response.end()
      }
    }, 20)

    response.on('close', () => {
      clearInterval(timer)
    })
  }
}

test('a response of single bytes now and then times out like a stalled one, with its own message', async () => {
  await expect(read(drip(Infinity, 1), { leastBytes: 4096 })).rejects.toMatchObject({
    name: 'SourceError',
    failure: 'failed',
    message: 'next to nothing came for 0.2 s'
  })
  await expect.poll(() => servers[0].open).toBe(0)
  await expect(read((_, response) => {
    response.flushHeaders()
  }, { leastBytes: 4096 })).rejects.toMatchObject({ failure: 'failed', message: 'nothing came for 0.2 s' })
})

test('a slow but steady response is read to its end, as is one without a minimum rate', async () => {
  expect(await read(drip(75, 2048), { leastBytes: 4096, stallMs: 1000 })).toBe(75 * 2048)
  expect(await read(drip(75, 1), { stallMs: 1000 })).toBe(75)
})
