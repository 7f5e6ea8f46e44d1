import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepAlive } from './keep-alive.ts'
import { TIMER_SCRIPT } from './timer-script.ts'

const SCOPE = 'http://app.test/folder/'

/** A page with all browser APIs that the library uses. */
class FakePage {
  readonly pings: number[] = []
  readonly workers: FakeTimerWorker[] = []
  readonly document = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  readonly window = new EventTarget()
  /** workers that the policy of the page allows: `served`, `blob` */
  allowed = ['served', 'blob']

  constructor (readonly locks: FakeLocks | undefined) {}

  /** Makes this page the global environment of the library. */
  enter (): void {
    const make = (url: string): FakeTimerWorker => new FakeTimerWorker(url, this)
    vi.stubGlobal('document', this.document)
    vi.stubGlobal('window', this.window)
    vi.stubGlobal('location', { origin: 'http://app.test' })
    vi.stubGlobal(
      'Worker',
      class {
        constructor (url: string) {
          return make(url)
        }
      }
    )

    vi.stubGlobal('navigator', {
      locks: this.locks,
      serviceWorker: {
        controller: {
          postMessage: ({ type }: { type: string }) => {
            if (type === 'ping') {
              this.pings.push(performance.now())
            }
          }
        },
        getRegistration: async () => ({ scope: SCOPE })
      }
    })
  }

  show (visibilityState: 'visible' | 'hidden'): void {
    this.document.visibilityState = visibilityState
    this.document.dispatchEvent(new Event('visibilitychange'))
  }

  get running (): FakeTimerWorker[] {
    return this.workers.filter(({ isRunning }) => isRunning)
  }
}

/** A dedicated worker that runs the script, or is blocked. */
class FakeTimerWorker extends EventTarget {
  isRunning = true

  constructor (readonly url: string, page: FakePage) {
    super()
    page.workers.push(this)

    if (!page.allowed.includes(url.startsWith('blob:') ? 'blob' : 'served')) {
      this.isRunning = false
      queueMicrotask(() => {
        this.dispatchEvent(new Event('error', { cancelable: true }))
      })
    }
  }

  postMessage (ms: unknown): void {
    if (this.isRunning) {
      const scope = { onmessage: (_: { data: unknown }): void => {} }
      const post = (data: unknown): void => {
        if (this.isRunning) {
          this.dispatchEvent(new MessageEvent('message', { data }))
        }
      }
      // Runs the script like the worker.
      new Function('scope', 'postMessage', `${TIMER_SCRIPT.replace('onmessage', 'scope.onmessage')}`)(scope, post)
      scope.onmessage({ data: ms })
    }
  }

  terminate (): void {
    this.isRunning = false
  }
}

/** Exclusive Web Locks of one origin. */
class FakeLocks {
  readonly #last = new Map<string, Promise<unknown>>()
  readonly held: string[] = []

  async request (name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>): Promise<void> {
    const before = this.#last.get(name) ?? Promise.resolve()

    const mine = (async () => {
      await before
      signal.throwIfAborted()
      this.held.push(name)
      await work().finally(() => {
        this.held.splice(this.held.indexOf(name), 1)
      })
    })()

    this.#last.set(name, mine.catch(() => {}))
    await mine
  }
}

let letGo = (): void => {}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:http://app.test/1')
})

afterEach(() => {
  letGo()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Returns the number of pings that a page sends within a time. */
async function pingsIn (ms: number, page: FakePage): Promise<number> {
  const before = page.pings.length
  await vi.advanceTimersByTimeAsync(ms)
  return page.pings.length - before
}

/** Stops the timers of pages. Browsers run those of a hidden page once a minute. */
function stopPageTimers (): void {
  const real = globalThis.setInterval
  const isOfWorker = (): boolean => /TimerWorker/.test(new Error().stack ?? '')
  vi.stubGlobal('setInterval', (...args: Parameters<typeof setInterval>) => isOfWorker() ? real(...args) : 0)
}

describe('a hidden page', () => {
  it('pings by the timer of a dedicated worker, whose script the service worker serves', async () => {
    const page = new FakePage(new FakeLocks())
    page.enter()
    stopPageTimers()
    letGo = keepAlive()
    page.show('hidden')
    await vi.advanceTimersByTimeAsync(0)
    expect(page.running.map(({ url }) => url)).toEqual([`${SCOPE}swipfs-timer.js`])
    expect(await pingsIn(120_000, page)).toBe(8)
    letGo()
    expect(await pingsIn(120_000, page)).toBe(0)
    expect(page.running).toEqual([])
  })

  it('does so from the start if it was opened in the background', async () => {
    const page = new FakePage(new FakeLocks())
    page.document.visibilityState = 'hidden'
    page.enter()
    stopPageTimers()
    letGo = keepAlive()
    expect(page.pings).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(0)
    expect(await pingsIn(60_000, page)).toBe(4)
  })

  it.each([
    { allowed: ['blob'], runs: /^blob:/ },
    { allowed: [], runs: undefined }
  ])('pings even if its policy allows $allowed', async ({ allowed, runs }) => {
    const locks = new FakeLocks()
    const page = new FakePage(locks)
    page.allowed = allowed
    page.enter()
    letGo = keepAlive()
    page.show('hidden')
    await vi.advanceTimersByTimeAsync(0)
    expect(page.running).toHaveLength(runs == null ? 0 : 1)
    if (runs != null) {
      expect(page.running[0].url).toMatch(runs)
    }
    // A page with throttled timers lets others ping.
    expect(locks.held).toHaveLength(runs == null ? 0 : 1)
    expect(await pingsIn(60_000, page)).toBe(4)
  })

  it('pings if the browser has neither workers nor locks', async () => {
    const page = new FakePage(undefined)
    page.enter()
    vi.stubGlobal('Worker', undefined)
    page.document.visibilityState = 'hidden'
    letGo = keepAlive()
    await vi.advanceTimersByTimeAsync(0)
    expect(await pingsIn(60_000, page)).toBe(4)
  })

  it('needs no worker after it is shown again', async () => {
    const page = new FakePage(new FakeLocks())
    page.enter()
    letGo = keepAlive()
    page.show('hidden')
    await vi.advanceTimersByTimeAsync(0)
    page.show('visible')
    await vi.advanceTimersByTimeAsync(0)
    expect([page.running, page.locks?.held]).toEqual([[], []])
    expect(await pingsIn(60_000, page)).toBe(4)
  })

  it.each([
    ['freeze', 'resume', (page: FakePage) => page.document as EventTarget],
    ['pagehide', 'pageshow', (page: FakePage) => page.window]
  ])('stops at %s and resumes at %s', async (leave, comeBack, target) => {
    const page = new FakePage(new FakeLocks())
    page.enter()
    letGo = keepAlive()
    page.show('hidden')
    await vi.advanceTimersByTimeAsync(0)
    target(page).dispatchEvent(new Event(leave))
    // Browsers report this too when a page is left.
    page.show('hidden')
    await vi.advanceTimersByTimeAsync(0)
    expect([page.running, page.locks?.held]).toEqual([[], []])
    expect(await pingsIn(60_000, page)).toBe(0)
    target(page).dispatchEvent(Object.assign(new Event(comeBack), { persisted: true }))
    await vi.advanceTimersByTimeAsync(0)
    expect(page.running).toHaveLength(1)
    expect(await pingsIn(60_000, page)).toBe(4)
  })
})

it('only one of several hidden pages pings, and the next one takes over', async () => {
  const locks = new FakeLocks()
  const pages = [new FakePage(locks), new FakePage(locks)]
  const ends: Array<() => void> = []

  for (const page of pages) {
    vi.resetModules() // another page has its own instance of the library
    page.document.visibilityState = 'hidden'
    page.enter()
    ends.push((await import('./keep-alive.ts')).keepAlive())
    await vi.advanceTimersByTimeAsync(0)
  }

  expect(pages.map(({ running }) => running.length)).toEqual([1, 0])
  // All pings arrive at the last page, and only one page sends them.
  expect(await pingsIn(60_000, pages[1])).toBe(4)
  ends[0]()
  await vi.advanceTimersByTimeAsync(0)
  expect(pages.map(({ running }) => running.length)).toEqual([0, 1])
  expect(await pingsIn(60_000, pages[1])).toBe(4)
  ends[1]()
})

it('the worker is kept alive until the last holder has released it, once each', async () => {
  const page = new FakePage(new FakeLocks())
  page.enter()
  const first = keepAlive()
  letGo = keepAlive()
  expect(page.pings).toHaveLength(2)
  first()
  first()
  expect(await pingsIn(30_000, page)).toBe(2)
})

it('a page without a service worker runs no dedicated timer until it has one', async () => {
  const page = new FakePage(new FakeLocks())
  page.document.visibilityState = 'hidden'
  page.enter()
  const container = Object.assign(new EventTarget(), navigator.serviceWorker, { controller: null })
  vi.stubGlobal('navigator', { locks: page.locks, serviceWorker: container })
  letGo = keepAlive()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(page.workers).toEqual([])
  Object.assign(container, {
    controller: {
      postMessage: () => {
        page.pings.push(0)
      }
    }
  })
  container.dispatchEvent(new Event('controllerchange'))
  await vi.advanceTimersByTimeAsync(0)
  expect(page.running).toHaveLength(1)
  expect(await pingsIn(60_000, page)).toBe(4)
})
