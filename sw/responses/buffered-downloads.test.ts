import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isBlobResponse } from '../../src/http/response/blob-response.ts'
import { BufferedDownloads } from './buffered-downloads.ts'

const URL = 'http://node.localhost/ipfs/x?download=true'
const TAB = { url: URL, method: 'GET', mode: 'navigate', destination: 'document' } as const
const HEADERS = { 'Content-Disposition': 'attachment; filename="x.bin"' }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Makes a response with a body that the test ends. */
function coming (): { response: Response; end: () => void; fail: (err: Error) => void } {
  let controller!: ReadableStreamDefaultController<Uint8Array>
  const body = new ReadableStream<Uint8Array>({
    start (given) {
      controller = given
      controller.enqueue(new TextEncoder().encode('start'))
    }
  })
  return {
    response: new Response(body, { headers: HEADERS }),
    end: () => {
      controller.close()
    },
    fail: (err) => {
      controller.error(err)
    }
  }
}

it('redirects to the same address until the file is complete', async () => {
  const downloads = new BufferedDownloads()
  const { response, end } = coming()
  let answer = downloads.start(URL, response)

  for (let i = 0; i < 5; i++) {
    await vi.advanceTimersByTimeAsync(20_000)
    const redirect = await answer
    expect([redirect.status, redirect.headers.get('location'), redirect.headers.get('cache-control')]).toEqual([
      302,
      URL,
      'no-store'
    ])
    answer = downloads.take(TAB)!
  }

  end()
  const whole = await answer
  expect([isBlobResponse(whole), whole.headers.get('content-disposition'), await whole.text()]).toEqual([
    true,
    HEADERS['Content-Disposition'],
    'start'
  ])
  expect(downloads.take(TAB)).toBeUndefined()
})

it('fails if the file breaks, or takes longer than the browser follows redirects', async () => {
  const downloads = new BufferedDownloads()
  const broken = coming()
  const answer = expect(downloads.start(URL, broken.response)).rejects.toThrow('broken')
  broken.fail(new Error('broken'))
  await answer

  const endless = downloads.start(URL, coming().response)
  await vi.advanceTimersByTimeAsync(20_000)
  await endless

  for (let i = 1; i < 19; i++) {
    const redirect = downloads.take(TAB)
    await vi.advanceTimersByTimeAsync(20_000)
    expect((await redirect)?.status).toBe(302)
  }

  const last = expect(downloads.take(TAB)).rejects.toMatchObject({ name: 'TimeoutError' })
  await vi.advanceTimersByTimeAsync(20_000)
  await last
  expect(downloads.take(TAB)).toBeUndefined()
})

it('forgets a cancelled download, and answers no other request with it', async () => {
  const downloads = new BufferedDownloads()
  const answer = downloads.start(URL, coming().response)
  await vi.advanceTimersByTimeAsync(20_000)
  await answer
  expect(downloads.take({ ...TAB, mode: 'cors', destination: '' })).toBeUndefined()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(downloads.take(TAB)).toBeUndefined()
})
