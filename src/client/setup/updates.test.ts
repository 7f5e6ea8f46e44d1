import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Workbox } from 'workbox-window'
import { watchUpdates } from './updates.ts'
import type { UpdateOffer } from './updates.ts'

/** Time without events after which Chromium releases a worker that was busy when it was replaced. */
const QUIET_MS = 30_000
const TAKE_OVER_TIMEOUT_MS = 60_000

let container: EventTarget & { controller: object | null }
let messages: Array<{ type: string; atMs: number }>
let offer: UpdateOffer
let reported: string[]
let online: boolean
let network: EventTarget

beforeEach(() => {
  vi.useFakeTimers()
  const startMs = Date.now()
  messages = []
  reported = []
  const note = (type: string): void => {
    messages.push({ type, atMs: Date.now() - startMs })
  }

  const controller = {
    postMessage ({ type }: { type: string }, [port]: MessagePort[]) {
      note(type)
      // A real port needs a turn of the event loop, which is frozen here.
      port.onmessage = null
      answerThrough(port, { type, ...type === 'version' ? { version: '1-a' } : {} })
    }
  }
  const waiting = {
    postMessage ({ type }: { type: string }) {
      note(type)
    }
  }
  container = Object.assign(new EventTarget(), { controller })

  vi.stubGlobal(
    'MessageChannel',
    class {
      port1 = { onmessage: undefined as ((event: { data: unknown }) => void) | undefined, close () {} }
      port2 = { other: this.port1 }
    }
  )
  online = true
  network = new EventTarget()
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network))
  vi.stubGlobal('navigator', {
    get onLine () {
      return online
    },
    serviceWorker: container,
    locks: {
      request: async (_name: string, _options: object, work: () => Promise<void>) => {
        await work()
      }
    }
  })
  vi.stubGlobal('document', new EventTarget())
  const registration = {
    waiting,
    active: controller,
    installing: null,
    update: async () => {}
  } as unknown as ServiceWorkerRegistration
  watchUpdates(new EventTarget() as unknown as Workbox, registration, {
    onOffer: (one) => {
      offer = one
    },
    onReplaced: () => {
      reported.push('replaced')
    },
    onGone: () => {
      reported.push('gone')
    }
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function answerThrough (port: unknown, data: unknown): void {
  const { other } = port as { other: { onmessage?: (event: { data: unknown }) => void } }
  other.onmessage?.({ data })
}

it('asks a worker that became busy again until it is idle, and ends when the next one controls the page', async () => {
  const accepted = offer.accept()
  await vi.advanceTimersByTimeAsync(2500)
  expect(messages.map(({ type }) => type)).toEqual([
    'version',
    'idle',
    'skip-waiting',
    'idle',
    'skip-waiting',
    'idle',
    'skip-waiting'
  ])
  container.dispatchEvent(new Event('controllerchange'))
  await accepted
  await vi.advanceTimersByTimeAsync(TAKE_OVER_TIMEOUT_MS)
  expect(messages).toHaveLength(7)
})

it('does not wait for a worker without a node to be idle', async () => {
  container.controller = {
    postMessage ({ type }: { type: string }) {
      messages.push({ type, atMs: 0 })
    }
  }
  vi.stubGlobal('fetch', async () => new Response())
  const accepted = offer.accept()
  await vi.advanceTimersByTimeAsync(1500)
  expect(messages.map(({ type }) => type)).toEqual(['version', 'skip-waiting'])
  container.dispatchEvent(new Event('controllerchange'))
  await accepted
})

/** Watches a registration with updates that fail on request. */
function watchFailing (): { update: ReturnType<typeof vi.fn>; fail: () => void } {
  const update = vi.fn(async () => {})
  const workbox = new EventTarget()
  watchUpdates(
    workbox as unknown as Workbox,
    { waiting: null, active: {}, installing: null, update } as unknown as ServiceWorkerRegistration,
    {}
  )

  return {
    update,
    fail: () => {
      const sw = Object.assign(new EventTarget(), { state: 'installing' })
      workbox.dispatchEvent(Object.assign(new Event('installing'), { isUpdate: true, sw }))
      sw.state = 'redundant'
      sw.dispatchEvent(new Event('statechange'))
    }
  }
}

it('retries a failed installation with exponential backoff', async () => {
  const { update, fail } = watchFailing()
  update.mockClear()
  fail()
  await vi.advanceTimersByTimeAsync(61_000)
  expect(update).toHaveBeenCalledTimes(1)
  fail()
  await vi.advanceTimersByTimeAsync(61_000)
  expect(update).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(update).toHaveBeenCalledTimes(2)
})

it('checks for a new version, and retries a failed installation, only when there is a network', async () => {
  online = false
  const { update, fail } = watchFailing()
  expect(update).not.toHaveBeenCalled()
  fail()
  await vi.advanceTimersByTimeAsync(61_000)
  expect(update).not.toHaveBeenCalled()
  online = true
  network.dispatchEvent(new Event('online'))
  expect(update).toHaveBeenCalledTimes(1)
  network.dispatchEvent(new Event('online'))
  expect(update).toHaveBeenCalledTimes(1)
})

it('stops asking a worker that stays busy, so that the browser can release it', async () => {
  const failed = expect(offer.accept()).rejects.toMatchObject({ name: 'NodeNotReadyError' })
  await vi.advanceTimersByTimeAsync(TAKE_OVER_TIMEOUT_MS)
  await failed
  expect(TAKE_OVER_TIMEOUT_MS - messages.at(-1)!.atMs).toBeGreaterThan(QUIET_MS)
})

it('reports another version and a removed worker; the next worker after a removal replaces none', () => {
  const change = (controller: object | null): void => {
    container.controller = controller
    container.dispatchEvent(new Event('controllerchange'))
  }

  change({})
  expect(reported).toEqual(['replaced'])
  change(null)
  change({})
  expect(reported).toEqual(['replaced', 'gone'])
})
