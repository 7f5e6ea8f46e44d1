import { afterEach, describe, expect, it, vi } from 'vitest'
import { rpc, rpcDone, rpcStream } from './rpc.ts'

function answerWith (...answers: Array<Response | Error>): ReturnType<typeof vi.fn> {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => {
    const answer = answers.shift()
    if (answer instanceof Error) {
      throw answer
    }
    return answer
  })
  vi.stubGlobal('fetch', fetch)
  return fetch
}

async function all (stream: AsyncGenerator<unknown>): Promise<unknown[]> {
  const values = []
  for await (const value of stream) {
    values.push(value)
  }
  return values
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('rpc', () => {
  it('posts arguments in order, then options, without undefined ones', async () => {
    const fetch = answerWith(new Response('{"Pins":["x"]}\n'))
    const value = await rpc('pin/rm', {
      args: ['a b', '/ipfs/x?y'],
      options: { recursive: false, name: undefined, depth: 0 }
    })
    expect(value).toEqual({ Pins: ['x'] })
    expect(fetch.mock.calls[0][0]).toBe('/api/v0/pin/rm?arg=a+b&arg=%2Fipfs%2Fx%3Fy&recursive=false&depth=0')
    expect(fetch.mock.calls[0][1]).toMatchObject({ method: 'POST' })
  })

  it('reads an answer of one value to its end, and only the first value of a stream', async () => {
    const cancel = vi.fn()
    const body = (): ReadableStream =>
      new ReadableStream({
        start (stream) {
          stream.enqueue(new TextEncoder().encode('{"a":1}\n'))
        },
        pull (stream) {
          stream.close()
        },
        cancel
      }, { highWaterMark: 0 })
    const endless = new ReadableStream({
      start (stream) {
        stream.enqueue(new TextEncoder().encode('{"a":2}\n{"a":3}\n'))
      },
      cancel
    }, { highWaterMark: 0 })
    answerWith(new Response(body()), new Response(endless, { headers: { 'X-Chunked-Output': '1' } }))
    expect(await rpc('id')).toEqual({ a: 1 })
    expect(cancel).not.toHaveBeenCalled()
    expect(await rpc('log/tail')).toEqual({ a: 2 })
    expect(cancel).toHaveBeenCalledOnce()
  })

  it("throws the node's error before the first value", async () => {
    answerWith(new Response('{"Message":"not pinned","Code":3,"Type":"error"}\n', { status: 500 }))
    await expect(rpc('pin/rm')).rejects.toMatchObject({ name: 'RpcError', message: 'not pinned', status: 500, code: 3 })
  })

  it('throws plain-text errors too', async () => {
    answerWith(new Response('404 page not found\n', { status: 404 }))
    await expect(rpc('nosuch')).rejects.toMatchObject({ name: 'RpcError', message: '404 page not found', status: 404 })
  })

  it('reports that there is no node if the host answers', async () => {
    const html = { headers: { 'Content-Type': 'text/html; charset=utf-8' } }
    for (const status of [200, 404]) {
      answerWith(new Response('<!doctype html>', { ...html, status }))
      await expect(rpc('id')).rejects.toMatchObject({
        name: 'NodeNotReadyError',
        message: expect.stringContaining(`HTTP ${status} of the host`)
      })
    }

    vi.stubGlobal('navigator', { serviceWorker: { controller: null } })
    answerWith(
      new Response('no', { status: 503 }),
      new TypeError('Failed to fetch'),
      new Response('{"Message":"x","Code":0,"Type":"error"}', { status: 500, headers: { Server: 'kubo/0.40.0' } })
    )
    await expect(rpc('id')).rejects.toMatchObject({ name: 'NodeNotReadyError' })
    await expect(rpc('id')).rejects.toMatchObject({ name: 'NodeNotReadyError' })
    await expect(rpc('id')).rejects.toMatchObject({ name: 'RpcError', message: 'x' })
  })

  it('reports the reason of a refusal', async () => {
    answerWith(new Response('403 - Forbidden: the page is in a frame\n', { status: 403 }))
    await expect(rpc('id')).rejects.toMatchObject({
      name: 'RpcError',
      message: '403 - Forbidden: the page is in a frame',
      status: 403
    })
  })

  it('throws an error after the first value', async () => {
    answerWith(new Response('{"Cid":"a"}\n{"Message":"broken","Code":0,"Type":"error"}\n'))
    const stream = rpcStream('pin/ls')
    expect((await stream.next()).value).toEqual({ Cid: 'a' })
    await expect(stream.next()).rejects.toMatchObject({ name: 'RpcError', message: 'broken' })
  })

  it('does not mistake a value with a Type field for an error', async () => {
    answerWith(new Response('{"Type":"recursive","Cid":"a"}\n'))
    expect(await all(rpcStream('pin/ls'))).toEqual([{ Type: 'recursive', Cid: 'a' }])
  })

  it('waits for the end of a command without a result, and throws an error at its end', async () => {
    const fetch = answerWith(
      new Response(''),
      new Response('{"Cid":"a"}\n'),
      new Response('{"Cid":"a"}\n{"Message":"broken","Code":0,"Type":"error"}\n'),
      new TypeError('Failed to fetch')
    )
    await rpcDone('files/mkdir', { args: ['/a'], options: { parents: true } })
    await rpcDone('pin/ls')
    await expect(rpcDone('pin/ls')).rejects.toMatchObject({ name: 'RpcError', message: 'broken' })
    await expect(rpcDone('pin/ls')).rejects.toMatchObject({ name: 'AnswerCutError' })
    expect(fetch.mock.calls[0][0]).toBe('/api/v0/files/mkdir?arg=%2Fa&parents=true')
  })

  it('distinguishes a node that ended from a complete answer', async () => {
    answerWith(new TypeError('Failed to fetch'), new Response(''))
    await expect(rpc('id')).rejects.toMatchObject({ name: 'AnswerCutError' })
    await expect(rpc('id')).rejects.toMatchObject({ name: 'AnswerCutError' })
  })

  it('throws the reason of an abort, even if it appears as a broken stream', async () => {
    const stop = new AbortController()
    answerWith(
      new Response(
        new ReadableStream({
          start (controller) {
            controller.enqueue(new TextEncoder().encode('1\n'))
          },
          pull (controller) {
            controller.error(new TypeError('network error'))
          }
        }, { highWaterMark: 1 })
      )
    )
    const stream = rpcStream('repo/gc', { signal: stop.signal })
    stop.abort()
    await expect(all(stream)).rejects.toMatchObject({ name: 'AbortError' })
  })
})
