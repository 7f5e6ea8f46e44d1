import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { blobResponse } from '../../src/http/response/blob-response.ts'
import { OpenResponses } from './open-responses.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

interface Worker {
  answers: OpenResponses
  /** messages to its pages */
  said: unknown[]
  /** like a page that posts a message, or fetches */
  hear: (type: 'fetch' | 'message', data?: unknown) => void
  /** promises with which events keep the worker alive */
  kept: Array<Promise<unknown>>
  get: (make: (leaving?: AbortSignal) => Promise<Response>) => Promise<Response>
}

/**
 * Makes a worker with pages.
 *
 * @param pings - whether its page answers requests for a ping
 */
function worker ({ mayTruncate = true, pages = 1, pings = false } = {}): Worker {
  const listeners: Array<[string, (event: never) => void]> = []
  const said: unknown[] = []
  const kept: Array<Promise<unknown>> = []
  const hear = (type: string, data?: unknown): void => {
    listeners.forEach(([name, listener]) => {
      if (name === type) {
        listener({ data } as never)
      }
    })
  }

  const page: Client = {
    id: '1',
    url: 'http://node.localhost/ipfs/x?download=true#place',
    type: 'window',
    frameType: 'top-level',
    postMessage (message) {
      said.push(message)
      if (pings && (message as { type: string }).type === 'ping-wanted') {
        setTimeout(hear, 1, 'message', { type: 'ping' })
      }
    }
  }

  const scope = {
    addEventListener: (name: string, listener: (event: never) => void) => {
      listeners.push([name, listener])
    },
    clients: { matchAll: async () => Array<Client>(pages).fill(page) }
  }
  const answers = new OpenResponses(scope as unknown as ServiceWorkerGlobalScope, { mayTruncate })

  return {
    answers,
    said,
    hear,
    kept,
    get: async (make) =>
      await answers.answer({
        request: new Request('http://node.localhost/ipfs/x?download=true'),
        waitUntil: (work) => {
          kept.push(work)
        }
      }, make) as Response
  }
}

/** Makes a body that ends well when the signal aborts, after the words. */
function endsOnAbort (leaving: AbortSignal, words = '', init?: ResponseInit): Response {
  return new Response(
    new ReadableStream({
      start (controller) {
        leaving.addEventListener('abort', () => {
          if (words !== '') {
            controller.enqueue(new TextEncoder().encode(words))
          }

          controller.close()
        })
      }
    }),
    init
  )
}

/** Makes a body of one chunk that does not end. */
function stalled (init?: ResponseInit): Response {
  return new Response(
    new ReadableStream({
      start (controller) {
        controller.enqueue(new TextEncoder().encode('start'))
      }
    }),
    init
  )
}

describe('a long answer', () => {
  it('asks pages for pings, and continues as long as they arrive', async () => {
    const { get, said, kept } = worker({ pings: true })
    const response = await get(async () => stalled())
    await vi.advanceTimersByTimeAsync(300_000)
    expect(said.length).toBeGreaterThan(15)
    expect(said).toContainEqual({ type: 'ping-wanted' })
    const reader = response.body!.getReader()
    await reader.read()
    await reader.cancel()
    await Promise.all(kept)
    const before = said.length
    await vi.advanceTimersByTimeAsync(300_000)
    expect(said).toHaveLength(before)
  })

  it('breaks before the browser stops the worker if no event arrives', async () => {
    const { get, kept } = worker()
    const response = await get(async () => stalled())
    const reader = response.body!.getReader()
    await reader.read()
    const end = expect(reader.read()).rejects.toMatchObject({ name: 'WorkerStopError' })
    await vi.advanceTimersByTimeAsync(55_000)
    await end
    await Promise.all(kept)
  })

  it('breaks even if its reader has paused', async () => {
    const { get } = worker()
    const response = await get(async () => stalled())
    await vi.advanceTimersByTimeAsync(55_000)
    await expect(response.text()).rejects.toMatchObject({ name: 'WorkerStopError' })
  })

  it('is kept alive by any request of a page', async () => {
    const { get, hear } = worker()
    const response = await get(async () => stalled())

    for (let i = 0; i < 5; i++) {
      await vi.advanceTimersByTimeAsync(40_000)
      hear('fetch')
    }

    const reader = response.body!.getReader()
    expect((await reader.read()).done).toBe(false)
    await reader.cancel()
  })

  it('passes on the last words of its source, and never ends well after them', async () => {
    const { get } = worker()

    const response = await get(async (leaving) => endsOnAbort(leaving!, 'the reason'))

    const reader = response.body!.getReader()
    const words = reader.read()
    await vi.advanceTimersByTimeAsync(55_000)
    expect(new TextDecoder().decode((await words).value)).toBe('the reason')
    await expect(reader.read()).rejects.toMatchObject({ name: 'WorkerStopError' })
  })

  it('breaks if its source ends well because of the abort, like log/tail', async () => {
    const { get } = worker()
    const end = expect((await get(async (leaving) => endsOnAbort(leaving!))).text()).rejects.toMatchObject({
      name: 'WorkerStopError'
    })
    await vi.advanceTimersByTimeAsync(55_000)
    await end
  })

  it('passes on an error answer whole', async () => {
    const { get } = worker()
    const text = (await get(async (leaving) => endsOnAbort(leaving!, 'the reason', { status: 500 }))).text()
    await vi.advanceTimersByTimeAsync(55_000)
    expect(await text).toBe('the reason')
  })

  it('fails if its head is not sent yet', async () => {
    const { get, kept } = worker()
    const end = expect(get(async () => await new Promise(() => {}))).rejects.toMatchObject({
      name: 'WorkerStopError',
      status: 503
    })
    await vi.advanceTimersByTimeAsync(55_000)
    await end
    await Promise.all(kept)
  })

  it('notifies the page of a download of its end', async () => {
    const { get, said, kept } = worker({ pages: 1 })
    const headers = { 'Content-Disposition': 'attachment; filename="x"' }
    const response = await get(async () => new Response('whole', { headers }))
    await response.text()
    await Promise.all(kept)
    await vi.waitFor(() => {
      expect(said).toContainEqual({ type: 'download-ended', failed: false })
    })
    await get(async () => stalled({ headers }))
    await vi.advanceTimersByTimeAsync(55_000)
    await vi.waitFor(() => {
      expect(said).toContainEqual({ type: 'download-ended', failed: true })
    })
  })
})

describe('an answer that needs no pings', () => {
  it('is passed on in a browser that cuts no answer silently', async () => {
    const { get, kept, said } = worker({ mayTruncate: false })
    const made = stalled()
    expect(
      await get(async (leaving) => {
        expect(leaving).toBeUndefined()
        return made
      })
    ).toBe(made)
    await vi.advanceTimersByTimeAsync(300_000)
    expect([kept, said]).toEqual([[], []])
  })

  it('is passed on if it is a Blob', async () => {
    const { get, kept } = worker()
    const made = blobResponse(new Blob(['x']), {})
    expect(await get(async () => made)).toBe(made)
    await Promise.all(kept)
  })

  it('is undefined if the request is not answered', () => {
    const { answers } = worker()
    expect(answers.answer({
      request: new Request('http://x.test/'),
      waitUntil: () => {
        throw new Error('not called')
      }
    }, () => undefined)).toBeUndefined()
  })
})

it('detects whether a page can ping', async () => {
  expect([await worker({ pages: 0 }).answers.hasPage(), await worker().answers.hasPage()]).toEqual([false, true])
  expect(await worker({ pages: 0 }).answers.hasPingingPage()).toBe(false)
  const mute = worker().answers.hasPingingPage()
  await vi.advanceTimersByTimeAsync(1000)
  expect(await mute).toBe(false)
  const pinging = worker({ pings: true }).answers.hasPingingPage()
  await vi.advanceTimersByTimeAsync(10)
  expect(await pinging).toBe(true)
})
