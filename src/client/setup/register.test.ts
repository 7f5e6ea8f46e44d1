import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { register } from './register.ts'
import type { UpdateOffer } from './updates.ts'

/** An event target that counts its listeners. */
class Target extends EventTarget {
  readonly listening = new Map<string, Set<unknown>>()

  override addEventListener (type: string, listener: EventListener, options?: AddEventListenerOptions): void {
    const listeners = this.listening.get(type) ?? new Set()
    this.listening.set(type, listeners.add(listener))
    options?.signal?.addEventListener('abort', () => {
      listeners.delete(listener)
    })
    super.addEventListener(type, listener, options)
  }

  count (): number {
    return [...this.listening.values()].reduce((sum, { size }) => sum + size, 0)
  }
}

/** A worker with a node of this version, or without a node. */
class Worker extends Target {
  state: ServiceWorkerState = 'activated'
  readonly scriptURL = 'http://app.test/sw.js'
  readonly messages: string[] = []
  constructor (readonly version?: string, readonly replaces?: Registration) {
    super()
  }

  postMessage ({ type }: { type: string }, [port]: MessagePort[] = []): void {
    this.messages.push(type)
    if (this.version != null && type === 'version') {
      port.postMessage({ type, version: this.version })
    }
    if (type === 'skip-waiting' && this.replaces != null) {
      Object.assign(this.replaces, { active: this, waiting: null })
      this.become('activated')
    }
  }

  become (state: ServiceWorkerState): void {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

class Registration extends Target {
  active: object | null = new Worker('1-a')
  waiting: object | null = null
  installing: object | null = null
  constructor (readonly scope: string) {
    super()
  }
  async update (): Promise<void> {}
}

const { made, host } = vi.hoisted(() => ({
  made: [] as Array<{ script: unknown; scope: string }>,
  host: {
    register: async (): Promise<unknown> => {
      throw new Error('not set')
    }
  }
}))

vi.mock('workbox-window', () => ({
  Workbox: class extends EventTarget {
    constructor (script: unknown, { scope }: { scope: string }) {
      super()
      made.push({ script, scope })
    }

    async register (): Promise<unknown> {
      return await host.register()
    }
  }
}))

let container: Target & {
  controller: object | null
  startMessages: () => void
  getRegistration: () => Promise<Registration | undefined>
}
let page: Target
let present: Registration | undefined

beforeEach(() => {
  made.length = 0
  present = undefined
  page = new Target()
  container = Object.assign(new Target(), { controller: {}, startMessages () {}, getRegistration: async () => present })
  host.register = async () => present ??= new Registration('http://app.test/')
  vi.stubGlobal('navigator', { onLine: true, serviceWorker: container })
  vi.stubGlobal('document', Object.assign(page, { baseURI: 'http://app.test/app/' }))
  // A script URL is a new object each time.
  vi.stubGlobal('trustedTypes', {
    createPolicy: (_name: string, rules: { createScriptURL: (text: string) => string }) => ({
      createScriptURL: (text: string) => ({ toString: () => rules.createScriptURL(text) })
    })
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('listens once for concurrent and later calls, and calls the latest listener', async () => {
  const reported: string[] = []
  present = Object.assign(new Registration('http://app.test/'), { waiting: {} })
  const [first, second] = await Promise.all(['a', 'b'].map(async (name) =>
    await register({
      onOffer: () => {
        reported.push(name)
      }
    })
  ))
  expect(second).toBe(first)
  expect(made).toHaveLength(1)
  expect(reported).toEqual(['b'])
  const listening = [container, page].map((target) => target.count())

  await register()
  await register({
    onOffer: () => {
      reported.push('c')
    }
  })
  expect(reported).toEqual(['b', 'c'])
  expect([container, page].map((target) => target.count())).toEqual(listening)
  expect(made).toHaveLength(1)
})

it('replaces a worker without a node, without consent', async () => {
  vi.stubGlobal('fetch', async () => new Response())
  const offers: UpdateOffer[] = []
  const old = new Worker()
  present = new Registration('http://app.test/')
  const next = Object.assign(new Worker('1-a', present), { state: 'installing' })
  Object.assign(present, { active: old, installing: next })
  container.controller = old
  const registered = register({
    script: '/other-before.js',
    onOffer: (offer) => {
      offers.push(offer)
    }
  })
  await vi.waitFor(() => {
    expect(next.count()).toBe(1)
  }, { timeout: 3000 })
  expect(next.messages).toEqual([])
  Object.assign(present, { installing: null, waiting: next })
  next.become('installed')
  await registered
  expect([old.messages, next.messages, offers]).toEqual([['version'], ['skip-waiting'], []])
})

it('replaces a worker that answers neither questions nor requests, without consent', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => await new Promise(() => {}))
  present = new Registration('http://app.test/')
  const next = Object.assign(new Worker('1-a', present), { state: 'installed' })
  Object.assign(present, { active: new Worker(), waiting: next })
  container.controller = present.active
  const registered = register({ script: '/other-stuck.js' })
  await vi.advanceTimersByTimeAsync(11_000)
  await registered
  expect(next.messages).toEqual(['skip-waiting'])
})

it('reports why the node cannot replace a worker without one', async () => {
  vi.stubGlobal('fetch', async () => new Response())
  const next = Object.assign(new Worker('1-a'), { state: 'redundant' })
  present = Object.assign(new Registration('http://app.test/'), { active: new Worker(), installing: next })
  container.controller = present.active
  await expect(register({ script: '/other-fails.js' })).rejects.toMatchObject({ name: 'WorkerRefusedError' })
})

it('does not repeat an offer that was accepted', async () => {
  let offer: UpdateOffer | undefined
  present = Object.assign(new Registration('http://app.test/'), { waiting: {} })
  await register({
    script: '/accepted.js',
    onOffer: (one) => {
      offer = one
    }
  })
  vi.stubGlobal('navigator', {
    onLine: true,
    serviceWorker: container,
    locks: {
      request: async () => {
        await new Promise(() => {})
      }
    }
  })
  void offer!.accept()
  const again = vi.fn()
  await register({ script: '/accepted.js', onOffer: again })
  expect(again).not.toHaveBeenCalled()
})

it('registers again after a removal, and stops listening to the removed registration', async () => {
  const gone: string[] = []
  await register({
    script: '/gone.js',
    onGone: () => {
      gone.push('gone')
    },
    onOffer: () => {}
  })
  const listening = [container, page].map((target) => target.count())
  present = undefined
  container.controller = null
  container.dispatchEvent(new Event('controllerchange'))
  await register({ script: '/gone.js' })
  expect(made).toHaveLength(2)
  expect(gone).toEqual(['gone'])
  expect([container, page].map((target) => target.count())).toEqual(listening)
})

it('tries again after a failure', async () => {
  host.register = async () => {
    throw new TypeError('no network')
  }
  await expect(register({ script: '/later.js' })).rejects.toMatchObject({
    name: 'WorkerRefusedError',
    message: 'no network'
  })
  expect([container, page].map((target) => target.count())).toEqual([0, 0])
  host.register = async () => present ??= new Registration('http://app.test/')
  await register({ script: '/later.js' })
})

it('serves a folder on request, and uses no other worker while offline', async () => {
  await register({ script: '/app/sw.js', scope: './' })
  expect(made).toEqual([{ script: expect.objectContaining({}) as unknown, scope: './' }])
  expect(String(made[0].script)).toBe('/app/sw.js')

  host.register = async () => {
    throw new TypeError('no network')
  }
  await expect(register({ script: '/app/other.js', scope: '/app/' })).rejects.toMatchObject({
    name: 'WorkerRefusedError'
  })
  present = new Registration('http://app.test/app/')
  expect(await register({ script: '/app/other.js', scope: '/app/' })).toBe(present)
})
