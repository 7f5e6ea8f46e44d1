import { afterEach, describe, expect, it } from 'vitest'
import { PortCalls } from './port-calls.ts'
import type { PortCallsOptions } from './port-calls.ts'
import { serveCalls } from './serve-calls.ts'
import type { CallHandler, PortValue, ServeCallsOptions } from './serve-calls.ts'

const MIB = 1024 * 1024
const closers: Array<() => void> = []

function connect (
  handlers: Record<string, CallHandler>,
  options?: PortCallsOptions & ServeCallsOptions
): { calls: PortCalls; close: () => void; port1: MessagePort; port2: MessagePort } {
  const { port1, port2 } = new MessageChannel()
  const close = serveCalls(port1, handlers, options)
  const calls = new PortCalls(port2, options)
  closers.push(close, calls.close)
  return { calls, close, port1, port2 }
}

afterEach(() => {
  closers.splice(0).forEach((close) => {
    close()
  })
})

async function all<T> (values: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const value of values) {
    found.push(value)
  }
  return found
}

async function until (reached: () => boolean): Promise<void> {
  while (!reached()) {
    await new Promise((resolve) => {
      setTimeout(resolve, 1)
    })
  }
}

/** Values of a MiB each, without end; records how many were made and whether it has ended. */
function endless (): { handler: CallHandler; state: { made: number; ended: boolean; reason?: unknown } } {
  const state: { made: number; ended: boolean; reason?: unknown } = { made: 0, ended: false }

  async function* handler (_input: unknown, { signal }: { signal: AbortSignal }): AsyncGenerator<PortValue> {
    try {
      for (;;) {
        yield { value: state.made++, bytes: MIB }
      }
    } finally {
      state.ended = true
      state.reason = signal.reason
    }
  }

  return { handler, state }
}

/** Waits for its signal, and says so. */
function stuck (): { handler: CallHandler; state: { started: boolean; reason?: Error } } {
  const state: { started: boolean; reason?: Error } = { started: false }

  return {
    state,
    async *handler (_input, { signal }) {
      state.started = true
      await new Promise((resolve) => {
        signal.addEventListener('abort', resolve)
      })
      state.reason = signal.reason as Error
      throw state.reason
    }
  }
}

describe('calls', () => {
  it('return values in order, several calls at a time', async () => {
    async function* count (input: unknown): AsyncGenerator<PortValue> {
      for (let i = 0; i < (input as number); i++) {
        yield { value: i }
      }
    }

    const { calls } = connect({ count })
    const [many, few, none] = await Promise.all([
      all(calls.stream('count', 5000)),
      all(calls.stream('count', 3)),
      all(calls.stream('count', 0))
    ])
    expect(many).toEqual([...Array(5000).keys()])
    expect(few).toEqual([0, 1, 2])
    expect(none).toEqual([])
    expect(await calls.once('count', 7)).toBe(0)
    await expect(calls.once('count', 0)).rejects.toThrow('without a value')
  })

  it('transfer bytes', async () => {
    const bytes = new Uint8Array(10).fill(7)
    const { calls } = connect({
      async *bytes () {
        yield { value: bytes, transfer: [bytes.buffer] }
      }
    })
    expect(await calls.once<Uint8Array>('bytes', undefined)).toEqual(new Uint8Array(10).fill(7))
    expect(bytes.byteLength).toBe(0)
  })

  it('transfer errors with name, message, status and cause, after earlier values', async () => {
    class OddError extends Error {
      override name = 'OddError'
      status = 418
    }

    const { calls } = connect({
      async *odd () {
        yield { value: 1 }
        throw new OddError('short and stout', { cause: new RangeError('spout') })
      }
    })

    const read: unknown[] = []
    await expect((async () => {
      for await (const value of calls.stream('odd', undefined)) {
        read.push(value)
      }
    })()).rejects.toMatchObject({
      name: 'OddError',
      message: 'short and stout',
      status: 418,
      cause: { name: 'RangeError', message: 'spout' }
    })
    expect(read).toEqual([1])
    await expect(calls.once('toString', undefined)).rejects.toMatchObject({ name: 'UnknownCallError' })
  })

  it('fail if a value cannot be posted, and others continue', async () => {
    const { calls } = connect({
      async *bad () {
        yield { value: () => {} }
      },
      async *good () {
        yield { value: 1 }
      }
    })
    await expect(calls.once('bad', undefined)).rejects.toMatchObject({ name: 'DataCloneError' })
    expect(await calls.once('good', undefined)).toBe(1)
  })

  it('run in the wrapper of their shell', async () => {
    let running = 0
    let runs = 0
    const use = async (work: () => Promise<void>): Promise<void> => {
      runs++
      running++
      await work()
      running--
    }
    const { calls } = connect({
      async *one () {
        yield { value: 1 }
      }
    }, { use })
    await Promise.all([calls.once('one', undefined), calls.once('one', undefined)])
    await until(() => running === 0)
    expect(runs).toBe(2)
    const refused = connect({
      async *one () {
        yield { value: 1 }
      }
    }, {
      use: async () => {
        throw new Error('the node is stopping')
      }
    })
    await expect(refused.calls.once('one', undefined)).rejects.toThrow('the node is stopping')
  })
})

describe('many calls at once', () => {
  /** Calls that end when they are let go. */
  function gated (): { handler: CallHandler; running: () => number; most: () => number; letGo: () => void } {
    const gates = new Set<() => void>()
    let most = 0
    let open = false

    return {
      running: () => gates.size,
      most: () => most,
      letGo: () => {
        open = true
        gates.forEach((gate) => {
          gate()
        })
      },

      async *handler (input) {
        if (!open) {
          let gate!: () => void
          const opened = new Promise<void>((resolve) => {
            gate = resolve
          })
          gates.add(gate)
          most = Math.max(most, gates.size)
          await opened
          gates.delete(gate)
        }

        yield { value: input }
      }
    }
  }

  it('are queued at the other end, and none is rejected', async () => {
    const { handler, running, most, letGo } = gated()
    const { calls } = connect({
      gated: handler,
      async *look () {
        yield { value: 'alive' }
      }
    }, { maxRunning: 10, urgent: ['look'] })
    const answers = Promise.all([...Array(300).keys()].map(async (i) => await calls.once('gated', i)))
    await until(() => running() === 10)
    // Cheap calls do not wait for them.
    expect(await calls.once('look', undefined)).toBe('alive')
    letGo()
    expect(await answers).toEqual([...Array(300).keys()])
    expect(most()).toBe(10)
  })

  it('are queued at the calling end', async () => {
    const { handler, running, most, letGo } = gated()
    const { calls } = connect({ gated: handler }, { maxCalls: 10, pingIntervalMs: 10_000 })
    const leaving = new AbortController()
    const answers = Promise.all([...Array(300).keys()].map(async (i) => await calls.once('gated', i)))
    const left = calls.once('gated', 300, { signal: leaving.signal })
    await until(() => running() === 10)
    leaving.abort(new Error('left'))
    await expect(left).rejects.toThrow('left')
    letGo()
    expect(await answers).toEqual([...Array(300).keys()])
    expect(most()).toBe(10)
  })

  it('are not delayed by calls with slow readers', async () => {
    const { handler } = endless()
    const { calls } = connect({
      endless: handler,
      async *one () {
        yield { value: 1 }
      }
    }, { maxRunning: 3 })
    const slow = Array.from({ length: 8 }, () => calls.stream('endless', undefined))
    for (const reader of slow) {
      await reader.next()
    }
    expect(await calls.once('one', undefined)).toBe(1)
    for (const reader of slow) {
      await reader.return(undefined)
    }
  })

  it('end with a port that closes, including queued ones', async () => {
    const { handler, running } = gated()
    const { calls, close } = connect({ gated: handler }, { maxCalls: 5 })
    const answers = Array.from({ length: 20 }, async () => await calls.once('gated', 1).catch((err: Error) => err.name))
    await until(() => running() === 5)
    close()
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['PortClosedError']))
  })

  it('are completed by a retired port, which accepts no more', async () => {
    const { handler, running, letGo } = gated()
    const { calls } = connect({ gated: handler })
    const answers = Promise.all([1, 2, 3].map(async (i) => await calls.once('gated', i)))
    await until(() => running() === 3)
    calls.retire()
    expect(calls.open).toBe(false)
    await expect(calls.once('gated', 4)).rejects.toMatchObject({ name: 'PortClosedError' })
    letGo()
    expect(await answers).toEqual([1, 2, 3])
  })
})

describe('a slow reader', () => {
  it('pauses the work, for any amount of data', async () => {
    const { handler, state } = endless()
    const { calls } = connect({ endless: handler })
    const reader = calls.stream<number>('endless', undefined)
    expect((await reader.next()).value).toBe(0)
    await until(() => state.made >= 4)
    await new Promise((resolve) => {
      setTimeout(resolve, 20)
    })
    expect(state.made).toBe(4) // a window of 4 MiB: no value is made before there is room for it
    for (let i = 1; i < 40; i++) {
      expect((await reader.next()).value).toBe(i)
    }
    expect(state.made).toBeLessThanOrEqual(46)
    await reader.return(undefined)
  })

  it('cancels the work when it leaves', async () => {
    const { handler, state } = endless()
    const { calls } = connect({ endless: handler })
    for await (const _ of calls.stream('endless', undefined)) {
      break
    }
    await until(() => state.ended)
    expect(state.reason).toMatchObject({ name: 'AbortError' })
  })
})

describe('an abort', () => {
  it('is transferred, and thrown with its reason', async () => {
    const { handler, state } = stuck()
    const { calls } = connect({ stuck: handler })
    const controller = new AbortController()
    const answer = calls.once('stuck', undefined, { signal: controller.signal })
    answer.catch(() => {})
    await until(() => state.started)
    controller.abort(new Error('not any more'))
    await expect(answer).rejects.toThrow('not any more')
    await until(() => state.reason != null)
    await expect(calls.once('stuck', undefined, { signal: controller.signal })).rejects.toThrow('not any more')
  })
})

describe('a port that closes', () => {
  it.each(['by a word', 'without a word'])('%s fails every call at once', async (how) => {
    const { handler, state } = stuck()
    const { calls, close, port1 } = connect({ stuck: handler })
    const answers = [calls.once('stuck', undefined), calls.once('stuck', undefined)]
    answers.forEach((answer) => {
      answer.catch(() => {})
    })
    await until(() => state.started)

    if (how === 'by a word') {
      close()
    } else {
      port1.close()
    }

    for (const answer of answers) {
      await expect(answer).rejects.toMatchObject({ name: 'PortClosedError' })
    }
    await until(() => !calls.open)
    await expect(calls.once('stuck', undefined)).rejects.toMatchObject({ name: 'PortClosedError' })
    await until(() => state.reason != null) // and the work ends
  })

  it('aborts the calls of its caller', async () => {
    const { handler, state } = stuck()
    const { calls } = connect({ stuck: handler })
    const answer = calls.once('stuck', undefined)
    answer.catch(() => {})
    await until(() => state.started)
    calls.close()
    await expect(answer).rejects.toMatchObject({ name: 'PortClosedError' })
    await until(() => state.reason != null)
    expect(state.reason).toMatchObject({ name: 'PortClosedError' })
  })

  it('is reported once, from either end', async () => {
    let reports = 0
    const { calls, close } = connect({}, {
      onClose: () => {
        reports++
      }
    })
    close()
    await until(() => !calls.open)
    calls.close()
    expect(reports).toBe(2) // each end has its own
  })

  it('is detected by its silence in browsers without a close event', async () => {
    const { port1, port2 } = new MessageChannel()
    const calls = new PortCalls(port2, { pingIntervalMs: 2 })
    closers.push(calls.close, () => {
      port1.close()
    })
    // no listener at the other end
    await expect(calls.once('anything', undefined)).rejects.toMatchObject({ name: 'PortClosedError' })
  })

  it('is not assumed during a long call', async () => {
    let pings = 0
    const { calls, port1 } = connect({
      async *slow () {
        await until(() => pings > 10)
        yield { value: 'done' }
      }
    }, { pingIntervalMs: 2, silenceMs: 200 })
    port1.addEventListener('message', ({ data }) => {
      if (data.type === 'ping') {
        pings++
      }
    })
    expect(await calls.once('slow', undefined)).toBe('done')
  })

  it('aborts the calls of a silent caller', async () => {
    const { handler, state } = stuck()
    const { port1, port2 } = new MessageChannel()
    closers.push(serveCalls(port1, { stuck: handler }, { silenceMs: 2 }), () => {
      port2.close()
    })
    port2.start()
    port2.postMessage({ type: 'call', id: 1, method: 'stuck', input: undefined, credit: 1 }) // and no ping
    await until(() => state.reason != null)
    expect(state.reason).toMatchObject({ name: 'PortClosedError' })
  })

  it('ignores foreign messages', async () => {
    const { calls, port1, port2 } = connect({
      async *one () {
        yield { value: 1 }
      }
    })
    for (
      const odd of [null, 7, 'bye', {}, { type: 5 }, { type: 'value', id: 99, value: 1, bytes: 1 }, {
        type: 'credit',
        id: 99,
        bytes: 1
      }]
    ) {
      port1.postMessage(odd)
      port2.postMessage(odd)
    }
    expect(await calls.once('one', undefined)).toBe(1)
  })
})

describe('a hostile caller', () => {
  function raw (
    handlers: Record<string, CallHandler>,
    options?: ServeCallsOptions
  ): {
    post: (message: unknown) => void
    heard: Array<{ type: string; id?: number; error?: { name: string } }>
    closed: () => boolean
  } {
    const { port1, port2 } = new MessageChannel()
    const heard: Array<{ type: string; id?: number }> = []
    let closed = false
    port2.onmessage = ({ data }) => {
      heard.push(data as { type: string })
    }
    closers.push(
      serveCalls(port1, handlers, {
        ...options,
        onClose: () => {
          closed = true
        }
      }),
      () => {
        port2.close()
      }
    )
    return {
      post: (message) => {
        port2.postMessage(message)
      },
      heard,
      closed: () => closed
    }
  }

  it.each([
    ['a call without a number', { type: 'call', method: 'stuck', input: 1, credit: 1 }],
    ['room without end', { type: 'call', id: 1, method: 'stuck', input: 1, credit: Infinity }],
    ['less room than none', { type: 'credit', id: 1, bytes: -1 }],
    ['room that is no number', { type: 'credit', id: 1, bytes: 'much' }],
    ['a method that is no text', { type: 'call', id: 1, method: {}, input: 1, credit: 1 }]
  ])('is disconnected for %s', async (_, message) => {
    const { post, closed } = raw({ stuck: stuck().handler })
    post(message)
    await until(closed)
  })

  it('is disconnected when it uses an id twice, and its calls are aborted', async () => {
    const { handler, state } = stuck()
    const { post, closed } = raw({ stuck: handler })
    post({ type: 'call', id: 1, method: 'stuck', credit: 1 })
    post({ type: 'call', id: 1, method: 'stuck', credit: 1 })
    await until(closed)
    await until(() => state.reason != null)
  })

  it('has a limited number of concurrent calls', async () => {
    const { handler, state } = stuck()
    const { post, heard, closed } = raw({ stuck: handler }, { maxCalls: 3 })
    for (let id = 1; id <= 5; id++) {
      post({ type: 'call', id, method: 'stuck', credit: 1 })
    }
    await until(() => heard.length === 2)
    expect(heard).toMatchObject([4, 5].map((id) => ({ type: 'error', id, error: { name: 'TooManyCallsError' } })))
    post({ type: 'cancel', id: 1 })
    await until(() => state.reason != null)
    post({ type: 'call', id: 6, method: 'nothing', credit: 1 })
    await until(() => heard.length === 3)
    expect(heard[2]).toMatchObject({ id: 6, error: { name: 'UnknownCallError' } })
    expect(closed()).toBe(false)
  })

  it('is disconnected when it floods the port', async () => {
    const { post, closed } = raw({}, { maxMessagesPerSecond: 100 })
    for (let i = 0; i < 500; i++) {
      post({ type: 'ping' })
    }
    await until(closed)
  })

  it('cannot have more bytes in flight than a browser can hold, for any claimed credit', async () => {
    const { handler, state } = endless()
    const { post, heard } = raw({ endless: handler })
    post({ type: 'call', id: 1, method: 'endless', credit: Number.MAX_SAFE_INTEGER })
    await until(() => heard.length >= 64)
    await new Promise((resolve) => {
      setTimeout(resolve, 50)
    })
    expect(state.made).toBeLessThanOrEqual(66)
    post({ type: 'credit', id: 1, bytes: Number.MAX_SAFE_INTEGER })
    await until(() => heard.length >= 128)
    await new Promise((resolve) => {
      setTimeout(resolve, 50)
    })
    expect(state.made).toBeLessThanOrEqual(130)
  })
})
