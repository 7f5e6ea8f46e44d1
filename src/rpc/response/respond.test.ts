import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RequestLife } from '../../http/body/request-life.ts'
import { isBlobResponse } from '../../http/response/blob-response.ts'
import { CommandError, ERROR_CODES, ReportedError } from '../command/errors.ts'
import type { Result } from '../command/result.ts'
import { bytesResult, emptyResult, largeResult, singleResult, streamResult } from '../command/result.ts'
import { encodingByName } from '../encodings/encodings.ts'
import type { Encoding } from '../encodings/encodings.ts'
import { commandResponse, errorResponse, resultResponse } from './respond.ts'
import type { Wire } from './streaming-body.ts'

const json = encodingByName('json') as Encoding

function wire (extra: Partial<Wire> = {}): Wire {
  return {
    encoding: json,
    write: (value) => `${JSON.stringify(value)}\n`,
    pieces: (value) => value as Iterable<string>,
    life: new RequestLife(new AbortController().signal),
    headers: new Headers({ 'X-Own': '1' }),
    ...extra
  }
}

async function* values (...items: Array<unknown | Error>): AsyncGenerator<unknown> {
  for (const item of items) {
    if (item instanceof Error) {
      throw item
    }
    yield item
  }
}

async function* chunks (...items: Array<string | Error>): AsyncGenerator<Uint8Array> {
  for (const item of items) {
    if (item instanceof Error) {
      throw item
    }
    yield new TextEncoder().encode(item)
  }
}

/** Reads a body to its end, and returns whether it broke. */
async function readBody (response: Response): Promise<{ text: string; broken: boolean }> {
  const decoder = new TextDecoder()
  const reader = response.body?.getReader()
  let text = ''

  try {
    for (let result = await reader?.read(); result != null && !result.done; result = await reader?.read()) {
      text += decoder.decode(result.value)
    }
    return { text, broken: false }
  } catch {
    return { text, broken: true }
  }
}

describe('one value', () => {
  test('has no stream headers', async () => {
    const response = await resultResponse(singleResult({ a: 1 }), wire())
    expect([...response.headers]).toEqual([['content-type', 'application/json'], ['x-own', '1']])
    expect(await response.text()).toBe('{"a":1}\n')
  })

  test('that is large has equal headers, and is encoded as it is read', async () => {
    let made = 0
    const endless = (function* () {
      for (;;) {
        yield `piece ${++made} `
      }
    })()
    const response = await resultResponse(largeResult(endless), wire())
    expect([...response.headers]).toEqual([['content-type', 'application/json'], ['x-own', '1']])
    const reader = response.body?.getReader()
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('piece 1 ')
    await reader?.read()
    expect(made).toBe(2)
    await reader?.cancel()
  })
})

describe('streamed values', () => {
  test('are one line each', async () => {
    const response = await resultResponse(streamResult(values(1, 2)), wire())
    expect([...response.headers]).toEqual([['content-type', 'application/json'], ['x-chunked-output', '1'], [
      'x-own',
      '1'
    ]])
    expect(await readBody(response)).toEqual({ text: '1\n2\n', broken: false })
  })

  test('may be none', async () => {
    const response = await resultResponse(emptyResult(), wire())
    expect(response.headers.get('x-chunked-output')).toBe('1')
    expect(await readBody(response)).toEqual({ text: '', broken: false })
  })

  test('are encoded as they are read', async () => {
    let made = 0
    const endless = (async function* () {
      for (;;) {
        yield ++made
      }
    })()
    const reader = (await resultResponse(streamResult(endless), wire())).body?.getReader()
    await reader?.read()
    const before = made
    await new Promise((resolve) => {
      setTimeout(resolve, 20)
    })
    expect(made).toBe(before)
    await reader?.read()
    expect(made).toBeGreaterThan(before)
    await reader?.cancel()
  })

  test('form one chunk if they are ready together', async () => {
    const rows = (async function* () {
      for (let i = 0; i < 1000; i++) {
        yield i
      }
    })()
    const reader = (await resultResponse(streamResult(rows), wire())).body!.getReader()
    const { value } = await reader.read() as { value: Uint8Array }
    expect(new TextDecoder().decode(value).split('\n')).toHaveLength(1001)
    expect((await reader.read()).done).toBe(true)
  })

  test('that fail before the first one are an ordinary error', async () => {
    await expect(resultResponse(streamResult(values(new Error('no'))), wire())).rejects.toThrow('no')
  })

  test('that fail later end with a trailer, if trailers are supported', async () => {
    const onTrailer = vi.fn()
    expect(await readBody(await resultResponse(streamResult(values(1, new Error('no'))), wire({ onTrailer })))).toEqual(
      {
        text: '1\n',
        broken: false
      }
    )
    expect(onTrailer).toHaveBeenCalledExactlyOnceWith('X-Stream-Error', 'no')
  })

  test('that report the failure end normally without trailers, unless the caller reads errors', async () => {
    const brokenStream = (): Result => streamResult(values('gone: 1', new ReportedError('some are gone')))
    expect(await readBody(await resultResponse(brokenStream(), wire()))).toEqual({ text: '"gone: 1"\n', broken: false })
    const inBand = { text: '"gone: 1"\n{"Message":"some are gone","Code":0,"Type":"error"}\n', broken: true }
    expect(await readBody(await resultResponse(brokenStream(), wire({ wantsErrors: true })))).toEqual(inBand)
    const onTrailer = vi.fn()
    expect(await readBody(await resultResponse(brokenStream(), wire({ onTrailer })))).toEqual({
      text: '"gone: 1"\n',
      broken: false
    })
    expect(onTrailer).toHaveBeenCalledExactlyOnceWith('X-Stream-Error', 'some are gone')
    // Values that are empty in an encoding report nothing.
    expect((await readBody(await resultResponse(brokenStream(), wire({ write: () => '' })))).broken).toBe(true)
  })

  test('that fail later end with the error and a broken body, without trailers', async () => {
    expect(
      await readBody(await resultResponse(streamResult(values(1, new CommandError('no', ERROR_CODES.client))), wire()))
    )
      .toEqual({ text: '1\n{"Message":"no","Code":1,"Type":"error"}\n', broken: true })
  })

  test('that fail to be encoded later end with the error', async () => {
    const write = (value: unknown): string => {
      if (value === 2) {
        throw new Error('xml: unsupported type')
      }
      return String(value)
    }
    const onTrailer = vi.fn()
    expect(await readBody(await resultResponse(streamResult(values(1, 2)), wire({ write, onTrailer })))).toEqual({
      text: '1',
      broken: false
    })
    expect(onTrailer).toHaveBeenCalledWith('X-Stream-Error', 'xml: unsupported type')
  })
})

describe('bytes', () => {
  test('are plain text, so that browsers do not render them', async () => {
    const response = await resultResponse(bytesResult(chunks('a', 'b')), wire())
    expect([...response.headers]).toEqual([['content-type', 'text/plain'], ['x-own', '1'], ['x-stream-output', '1']])
    expect(await readBody(response)).toEqual({ text: 'ab', broken: false })
  })

  test('may have a type and a length', async () => {
    const response = await resultResponse(
      bytesResult([new Uint8Array(2)], { contentType: 'application/gzip', length: 2n }),
      wire()
    )
    expect([response.headers.get('content-type'), response.headers.get('x-content-length')]).toEqual([
      'application/gzip',
      '2'
    ])
  })

  test('that fail later break the body, without an error in it', async () => {
    expect(await readBody(await resultResponse(bytesResult(chunks('a', new Error('no'))), wire()))).toEqual({
      text: 'a',
      broken: true
    })
  })

  test('that fail later end with a trailer, if trailers are supported', async () => {
    const onTrailer = vi.fn()
    expect(await readBody(await resultResponse(bytesResult(chunks('a', new Error('no'))), wire({ onTrailer }))))
      .toEqual({
        text: 'a',
        broken: false
      })
    expect(onTrailer).toHaveBeenCalledWith('X-Stream-Error', 'no')
  })
})

describe('an error', () => {
  test.each([
    [new Error('no'), 500, { Message: 'no', Code: 0, Type: 'error' }],
    [new CommandError('no', ERROR_CODES.client), 400, { Message: 'no', Code: 1, Type: 'error' }],
    [new CommandError('no', ERROR_CODES.implementation), 500, { Message: 'no', Code: 2, Type: 'error' }],
    [new DOMException('over', 'TimeoutError'), 500, { Message: 'context deadline exceeded', Code: 0, Type: 'error' }],
    [new DOMException('gone', 'AbortError'), 500, { Message: 'context canceled', Code: 0, Type: 'error' }],
    ['a text', 500, { Message: 'a text', Code: 0, Type: 'error' }],
    [new TypeError(''), 500, { Message: 'TypeError', Code: 0, Type: 'error' }]
  ])('%s', async (err, status, body) => {
    const response = errorResponse(err, wire())
    expect(response.status).toBe(status)
    expect([...response.headers]).toEqual([['content-type', 'application/json'], ['x-own', '1']])
    expect(await response.json()).toEqual(body)
  })
})

describe('a reader that disconnects', () => {
  test('stops the command between two values', async () => {
    let ended = false
    const life = new RequestLife(new AbortController().signal)
    const endless = (async function* () {
      try {
        for (;;) {
          yield 1
        }
      } finally {
        ended = true
      }
    })()
    const reader = (await resultResponse(streamResult(endless), wire({ life }))).body?.getReader()
    await reader?.read()
    await reader?.cancel('bye')
    expect(life.signal.aborted).toBe(true)
    await vi.waitFor(() => {
      expect(ended).toBe(true)
    })
  })

  test('stops a waiting command', async () => {
    const life = new RequestLife(new AbortController().signal)
    let woken = false
    const waiting = (async function* () {
      yield 1
      await new Promise<void>((resolve) => {
        life.signal.addEventListener('abort', () => {
          woken = true
          resolve()
        })
      })
    })()
    const reader = (await resultResponse(streamResult(waiting), wire({ life }))).body?.getReader()
    await reader?.read()
    const pending = reader?.read()
    await new Promise((resolve) => setTimeout(resolve))
    await reader?.cancel()
    expect(await pending).toMatchObject({ done: true })
    expect(woken).toBe(true)
  })

  test('stops the command before its first read too', async () => {
    let ended = false
    const endless = (async function* () {
      try {
        for (;;) {
          yield 1
        }
      } finally {
        ended = true
      }
    })()
    await (await resultResponse(streamResult(endless), wire())).body?.cancel()
    await vi.waitFor(() => {
      expect(ended).toBe(true)
    })
  })
})

describe('an early head', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  async function* late (ms: number, ...items: unknown[]): AsyncGenerator<unknown> {
    await new Promise((resolve) => setTimeout(resolve, ms))
    yield* values(...items)
  }

  test('is sent after a time without any value', async () => {
    const response = resultResponse(streamResult(late(5000, 1, 2)), wire({ earlyHeadMs: 1000 }))
    await vi.advanceTimersByTimeAsync(1000)
    expect((await response).status).toBe(200)
    const body = readBody(await response)
    await vi.advanceTimersByTimeAsync(4000)
    expect(await body).toEqual({ text: '1\n2\n', broken: false })
  })

  test('turns an error before the first value into one in the body', async () => {
    const response = resultResponse(streamResult(late(5000, new Error('no'))), wire({ earlyHeadMs: 1000 }))
    await vi.advanceTimersByTimeAsync(5000)
    expect((await response).status).toBe(200)
    const body = readBody(await response)
    await vi.runAllTimersAsync() // the break waits until the line was read
    expect(await body).toEqual({ text: '{"Message":"no","Code":0,"Type":"error"}\n', broken: true })
  })

  test('is not needed if a value or an error arrives in time', async () => {
    const response = resultResponse(streamResult(late(500, 1)), wire({ earlyHeadMs: 1000 }))
    const failing = expect(resultResponse(streamResult(late(500, new Error('no'))), wire({ earlyHeadMs: 1000 })))
      .rejects
      .toThrow('no')
    await vi.advanceTimersByTimeAsync(500)
    await failing
    expect(await readBody(await response)).toEqual({ text: '1\n', broken: false })
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('an early head of a command without a result', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  async function resultIn (ms: number, result: Result | Error): Promise<Result> {
    await new Promise((resolve) => setTimeout(resolve, ms))
    if (result instanceof Error) {
      throw result
    }
    return result
  }

  /** Returns the head, and the body at the end. */
  async function lateAnswer (
    result: Result | Error,
    answersBytes = false,
    extra: Partial<Wire> = {}
  ): Promise<{ status: number; headers: Record<string, string>; text: string; broken: boolean }> {
    const response = commandResponse(resultIn(5000, result), wire({ earlyHeadMs: 1000, ...extra }), answersBytes)
    await vi.advanceTimersByTimeAsync(1001)
    const { status, headers } = await response
    const body = readBody(await response)
    await vi.advanceTimersByTimeAsync(10_000)
    return { status, headers: Object.fromEntries(headers), ...await body }
  }

  const JSON_HEAD = { 'content-type': 'application/json', 'x-own': '1' }
  const BYTES_HEAD = { 'content-type': 'text/plain', 'x-stream-output': '1', 'x-own': '1' }

  test('is followed by one value', async () => {
    expect(await lateAnswer(singleResult({ a: 1 }))).toEqual({
      status: 200,
      headers: JSON_HEAD,
      text: '{"a":1}\n',
      broken: false
    })
  })

  test('is followed by values', async () => {
    expect(await lateAnswer(streamResult(values(1, 2)))).toEqual({
      status: 200,
      headers: JSON_HEAD,
      text: '1\n2\n',
      broken: false
    })
    expect(await lateAnswer(emptyResult())).toEqual({ status: 200, headers: JSON_HEAD, text: '', broken: false })
  })

  test('is followed by bytes', async () => {
    expect(await lateAnswer(bytesResult(chunks('a', 'b'), { length: 2, contentType: 'application/x-tar' }), true))
      .toEqual({
        status: 200,
        headers: BYTES_HEAD,
        text: 'ab',
        broken: false
      })
    expect(await lateAnswer(bytesResult(new Blob(['ab'])), true)).toEqual({
      status: 200,
      headers: BYTES_HEAD,
      text: 'ab',
      broken: false
    })
    expect(await lateAnswer(emptyResult(), true)).toEqual({ status: 200, headers: BYTES_HEAD, text: '', broken: false })
  })

  test('is followed by the error as the last value and a broken body', async () => {
    const error = '{"Message":"no","Code":1,"Type":"error"}\n'
    const no = new CommandError('no', ERROR_CODES.client)
    expect(await lateAnswer(no)).toEqual({ status: 200, headers: JSON_HEAD, text: error, broken: true })
    expect(await lateAnswer(streamResult(values(no)))).toEqual({
      status: 200,
      headers: JSON_HEAD,
      text: error,
      broken: true
    })
    expect(await lateAnswer(streamResult(values(1, no)))).toEqual({
      status: 200,
      headers: JSON_HEAD,
      text: `1\n${error}`,
      broken: true
    })
    expect(
      await lateAnswer(singleResult(1), false, {
        write: () => {
          throw no
        }
      })
    ).toEqual({ status: 200, headers: JSON_HEAD, text: error, broken: true })
  })

  test('is followed by a broken body where the bytes fail', async () => {
    expect(await lateAnswer(new Error('no'), true)).toEqual({
      status: 200,
      headers: BYTES_HEAD,
      text: '',
      broken: true
    })
    expect(await lateAnswer(bytesResult(chunks('a', new Error('no'))), true)).toEqual({
      status: 200,
      headers: BYTES_HEAD,
      text: 'a',
      broken: true
    })
  })

  test('is not needed if the result or an error arrives in time', async () => {
    const response = commandResponse(resultIn(500, streamResult(values(1))), wire({ earlyHeadMs: 1000 }), false)
    const failing = expect(commandResponse(resultIn(500, new Error('no')), wire({ earlyHeadMs: 1000 }), false)).rejects
      .toThrow('no')
    await vi.advanceTimersByTimeAsync(500)
    await failing
    expect((await response).headers.get('x-chunked-output')).toBe('1')
    expect(await readBody(await response)).toEqual({ text: '1\n', broken: false })
    expect(vi.getTimerCount()).toBe(0)
  })

  test('lets a disconnecting reader end the command', async () => {
    const life = new RequestLife(new AbortController().signal)
    const work = new Promise<Result>((_resolve, reject) => {
      life.signal.addEventListener('abort', () => {
        reject(life.signal.reason as Error)
      })
    })
    const response = commandResponse(work, wire({ earlyHeadMs: 1000, life }), false)
    await vi.advanceTimersByTimeAsync(1001)
    await (await response).body?.cancel('bye')
    expect(life.signal.aborted).toBe(true)
    await expect(work).rejects.toBe('bye')
  })
})

describe('the timeout', () => {
  test('is the error of a waiting command', async () => {
    const onTrailer = vi.fn()
    const life = new RequestLife(new AbortController().signal, { timeoutMs: 20 })
    const waiting = (async function* () {
      yield 1
      await new Promise(() => {})
    })()
    expect(await readBody(await resultResponse(streamResult(waiting), wire({ life, onTrailer })))).toEqual({
      text: '1\n',
      broken: false
    })
    expect(onTrailer).toHaveBeenCalledWith('X-Stream-Error', 'context deadline exceeded')
  })
})

test('a Blob is the answer itself, and ends the request for the node', async () => {
  const request = new AbortController()
  const life = new RequestLife(request.signal)
  const response = await resultResponse(bytesResult(new Blob(['bytes']), { length: 5 }), wire({ life }))
  request.abort()
  expect(life.signal.aborted).toBe(false)
  expect(isBlobResponse(response)).toBe(true)
  expect([
    response.status,
    response.headers.get('content-type'),
    response.headers.get('x-stream-output'),
    response.headers.get('x-content-length')
  ]).toEqual([200, 'text/plain', '1', '5'])
  expect(await response.text()).toBe('bytes')
})
