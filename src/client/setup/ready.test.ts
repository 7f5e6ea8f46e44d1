import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isPageMessage } from '../protocol/messages.ts'
import { keepAlive } from '../worker/keep-alive.ts'
import { ready } from './ready.ts'

class FakeWorker {
  readonly messages: unknown[] = []
  readonly scriptURL = 'http://app.test/worker.js'
  constructor (readonly answer: unknown) {}

  postMessage (message: unknown, [port]: MessagePort[] = []): void {
    this.messages.push(message)
    if (this.answer !== undefined) {
      port?.postMessage(this.answer)
    }
  }
}

class FakeContainer extends EventTarget {
  controller: FakeWorker | null = null
  ready: Promise<{ active: FakeWorker }> = new Promise(() => {})
  registration: { active?: FakeWorker; waiting?: FakeWorker; installing?: FakeWorker } = {}
  async getRegistration (): Promise<object> {
    return this.registration
  }

  control (worker: FakeWorker): void {
    this.controller = worker
    this.dispatchEvent(new Event('controllerchange'))
  }
}

let container: FakeContainer

beforeEach(() => {
  container = new FakeContainer()
  vi.stubGlobal('navigator', { serviceWorker: container })
  vi.stubGlobal('isSecureContext', true)
})

/** Makes an installed worker that takes control of the page on request. */
function takesOver (node: FakeWorker): FakeWorker {
  const post = node.postMessage.bind(node)
  node.postMessage = (message: unknown, ports?: MessagePort[]) => {
    post(message, ports)
    if ((message as { type: string }).type === 'skip-waiting') {
      Object.assign(node, { state: 'activated' })
      container.control(node)
    }
  }
  return Object.assign(node, { state: 'installed', addEventListener () {}, removeEventListener () {} })
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('ready', () => {
  it('resolves when the controlling worker has answered', async () => {
    container.controller = new FakeWorker({ type: 'version', version: '1-a' })
    expect(await ready()).toEqual({ version: '1-a' })
  })

  it('waits for a worker to take control', async () => {
    const waiting = ready()
    container.control(new FakeWorker({ type: 'version', version: '1-b' }))
    expect(await waiting).toEqual({ version: '1-b' })
  })

  it('asks an active worker that does not control this page to claim it', async () => {
    const worker = new FakeWorker({ type: 'version', version: '1-c' })
    container.ready = Promise.resolve({ active: worker })
    const waiting = ready()
    await vi.waitFor(() => {
      expect(worker.messages).toEqual([{ type: 'claim' }])
    })
    container.control(worker)
    expect(await waiting).toEqual({ version: '1-c' })
  })

  it('asks the successor of a worker that does not answer', async () => {
    vi.useFakeTimers()
    container.controller = new FakeWorker(undefined)
    container.registration = { installing: new FakeWorker(undefined) }
    vi.stubGlobal('fetch', async () => new Response())
    const waiting = ready()
    await vi.advanceTimersByTimeAsync(4_000)
    container.control(new FakeWorker({ type: 'version', version: '1-d' }))
    await vi.advanceTimersByTimeAsync(2_000)
    vi.useRealTimers() // the port answers in real time
    expect(await waiting).toEqual({ version: '1-d' })
  })

  it('reports at once that the controlling worker has no node if it ignored the question after a request', async () => {
    vi.stubGlobal('fetch', async () => new Response())
    container.controller = new FakeWorker(undefined)
    await expect(ready()).rejects.toMatchObject({
      name: 'NodeNotReadyError',
      message: expect.stringContaining(
        'the service worker that controls this page has no node (http://app.test/worker.js)'
      )
    })
  })

  it('reports at once that another worker answers', async () => {
    container.controller = new FakeWorker({ type: 'hello' })
    await expect(ready()).rejects.toMatchObject({
      name: 'NodeNotReadyError',
      message: expect.stringContaining('has no node')
    })
  })

  for (
    const answer of [
      { type: 'version' },
      { type: 'version', version: 9 },
      { type: 'version', version: '2.0.1' },
      { type: 'version', version: 'build-7' }
    ]
  ) {
    it(`takes no answer of another worker for a node's: ${JSON.stringify(answer)}`, async () => {
      container.controller = new FakeWorker(answer)
      await expect(ready()).rejects.toMatchObject({ message: expect.stringContaining('has no node') })
    })
  }

  it('lets a node take over from a worker that answers neither questions nor requests', async () => {
    vi.useFakeTimers()
    vi.stubGlobal('fetch', async () => await new Promise(() => {}))
    container.controller = new FakeWorker(undefined)
    container.registration = { waiting: takesOver(new FakeWorker({ type: 'version', version: '1-e' })) }
    const answered = ready()
    await vi.advanceTimersByTimeAsync(12_000)
    expect(await answered).toEqual({ version: '1-e' })
  })

  it('waits for a worker that is slow, and reports that it does not answer', async () => {
    vi.useFakeTimers()
    vi.stubGlobal('fetch', async () => await new Promise(() => {}))
    container.controller = new FakeWorker(undefined)
    const failed = expect(ready()).rejects.toMatchObject({
      message: 'the worker does not answer (http://app.test/worker.js)'
    })
    await vi.advanceTimersByTimeAsync(31_000)
    await failed
  })

  it('lets a node take over from a worker without one', async () => {
    container.controller = new FakeWorker({ type: 'hello' })
    container.registration = { waiting: takesOver(new FakeWorker({ type: 'version', version: '1-e' })) }
    expect(await ready()).toEqual({ version: '1-e' })
  })

  it('reports why the node refuses the page', async () => {
    container.controller = new FakeWorker({ type: 'version', version: '1-a', refused: 'the page is in a frame' })
    await expect(ready()).rejects.toMatchObject({
      name: 'NodeNotReadyError',
      message: 'the node refuses this page: the page is in a frame'
    })
  })

  it('uses a request in a dedicated worker, which cannot send messages', async () => {
    vi.stubGlobal('navigator', {})
    vi.stubGlobal(
      'WorkerGlobalScope',
      class {
        static [Symbol.hasInstance] (): boolean {
          return true
        }
      }
    )
    const answers = [
      new Response('<html>', { status: 404 }),
      new Response('{}', { headers: { 'X-Swipfs-Version': '1-a' } })
    ]
    vi.stubGlobal('fetch', async () => answers.shift())
    expect(await ready()).toEqual({ version: '1-a' })
    vi.stubGlobal('fetch', async () => new Response('', { status: 404 }))
    await expect(ready({ timeoutMs: 20 })).rejects.toMatchObject({
      name: 'NodeNotReadyError',
      message: expect.stringContaining('HTTP 404 of the host')
    })
    vi.stubGlobal(
      'fetch',
      async () => new Response('403 - Forbidden: content', { status: 403, headers: { 'X-Swipfs-Version': '1-a' } })
    )
    await expect(ready()).rejects.toMatchObject({
      name: 'NodeNotReadyError',
      message: 'the node refuses this worker: 403 - Forbidden: content'
    })
  })

  it('times out with the reason', async () => {
    await expect(ready({ timeoutMs: 20 })).rejects.toMatchObject({
      name: 'NodeNotReadyError',
      message: expect.stringContaining('no worker serves this page')
    })
    container.ready = Promise.resolve({ active: new FakeWorker(undefined) })
    await expect(ready({ timeoutMs: 20 })).rejects.toMatchObject({
      name: 'NodeNotReadyError',
      message: 'no worker controls this page'
    })
    container.controller = new FakeWorker(undefined)
    await expect(ready({ timeoutMs: 20 })).rejects.toMatchObject({
      name: 'NodeNotReadyError',
      message: 'the worker does not answer (http://app.test/worker.js)'
    })
  })

  it('rejects when its signal aborts', async () => {
    const stop = new AbortController()
    const waiting = ready({ signal: stop.signal })
    stop.abort()
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('reports why there can be no worker', async () => {
    vi.stubGlobal('navigator', {})
    await expect(ready()).rejects.toMatchObject({ name: 'WorkersUnavailableError', reason: 'unsupported' })
    vi.stubGlobal('isSecureContext', false)
    await expect(ready()).rejects.toMatchObject({ reason: 'insecure-context' })
  })
})

describe('keepAlive', () => {
  it('pings the current controller at once and at intervals until it is released', async () => {
    vi.useFakeTimers()
    const [first, second] = [new FakeWorker(undefined), new FakeWorker(undefined)]
    container.controller = first
    const letGo = keepAlive()
    expect(first.messages).toEqual([{ type: 'ping' }])
    container.controller = second
    await vi.advanceTimersByTimeAsync(31_000)
    expect(second.messages).toHaveLength(2)
    letGo()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(second.messages).toHaveLength(2)
  })
})

describe('isPageMessage', () => {
  it('distinguishes messages of the library from others', () => {
    expect(['ping', 'version', 'claim', 'idle', 'skip-waiting'].every((type) => isPageMessage({ type }))).toBe(true)
    expect([null, 'ping', {}, { type: 'SKIP_WAITING' }, { type: 'hello' }].some(isPageMessage)).toBe(false)
  })
})
