import { afterEach, describe, expect, it, vi } from 'vitest'
import { call, rpc, rpcDone, rpcStream } from '../../src/client/rpc/rpc.ts'
import { abortableResponse } from './abortable-response.ts'
import { appendEndMark } from './append-end-mark.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

interface Answered {
  chunks: string[]
  headers?: HeadersInit
  /** number of bytes that arrive; all by default. The body ends without an error anyway, as in Firefox */
  arrive?: number
  /** whether the worker supports end marks */
  marks?: boolean
}

/** Answers the next calls like a worker, through a browser that cuts bodies silently. */
function answerWith ({ chunks, headers, arrive = Infinity, marks = true }: Answered): void {
  vi.stubGlobal('fetch', async (target: string, init: RequestInit) => {
    const request = new Request(`http://node.localhost${target}`, init)
    const made = new Response(streamOf(chunks.map((chunk) => new TextEncoder().encode(chunk))), { headers })
    const { response } = abortableResponse(made, {
      ended: () => {},
      tail: marks ? appendEndMark(request, made) : undefined
    })
    const bytes = await response.bytes()
    const cut = bytes.subarray(0, Math.min(arrive, bytes.byteLength))
    // In pieces that match no boundary.
    return new Response(
      streamOf(Array.from({ length: Math.ceil(cut.byteLength / 7) }, (_, i) => cut.subarray(i * 7, (i + 1) * 7))),
      response
    )
  })
}

function streamOf (chunks: Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull (controller) {
      const chunk = chunks.shift()
      if (chunk == null) {
        controller.close()
      } else {
        controller.enqueue(chunk)
      }
    }
  }, { highWaterMark: 0 })
}

async function all (values: AsyncIterable<unknown>): Promise<unknown[]> {
  const list = []
  for await (const value of values) {
    list.push(value)
  }
  return list
}

describe('an answer with an end mark', () => {
  it('is the same as without', async () => {
    answerWith({ chunks: ['{"a":1}\n', '{"a":2}\n'], headers: { 'Content-Length': '16', 'X-Content-Length': '16' } })
    expect(await all(rpcStream('refs'))).toEqual([{ a: 1 }, { a: 2 }])
    expect(await rpc('id')).toEqual({ a: 1 })
    const response = await call('cat', {})
    expect([...response.headers.keys()]).toEqual(['x-content-length'])
    expect(await response.text()).toBe('{"a":1}\n{"a":2}\n')
    answerWith({ chunks: [] })
    await rpcDone('pin/add')
    expect((await (await call('cat', {})).bytes()).byteLength).toBe(0)
  })

  it('may be long', async () => {
    const long = 'x'.repeat(100_000)
    answerWith({ chunks: [long, 'y', long] })
    expect(await (await call('cat', {})).text()).toBe(`${long}y${long}`)
  })

  it.each([0, 8, 12, 16, 20, 51])('is detected as incomplete if %i bytes of it arrive', async (arrive) => {
    answerWith({ chunks: ['{"a":1}\n', '{"a":2}\n'], arrive })
    await expect(rpcDone('pin/add')).rejects.toMatchObject({ name: 'AnswerCutError' })
    await expect(all(rpcStream('refs'))).rejects.toMatchObject({ name: 'AnswerCutError' })
    await expect(call('cat', {}).then(async (response) => await response.bytes())).rejects.toMatchObject({
      name: 'AnswerCutError'
    })
  })
})

it('an answer of a worker without marks is read unchanged', async () => {
  answerWith({ chunks: ['{"a":1}\n'], marks: false })
  expect(await all(rpcStream('refs'))).toEqual([{ a: 1 }])
})

it('an answer has no mark unless requested', () => {
  const response = new Response('x', { headers: { 'Content-Length': '1' } })
  expect(appendEndMark(new Request('http://node.localhost/api/v0/cat', { method: 'POST' }), response)).toBeUndefined()
  expect([...response.headers.keys()]).toEqual(['content-length', 'content-type'])
})
