/** Counts of a worker since they were read last. */
export interface WorkerCounts {
  /** read transactions of IndexedDB */
  reads: number
  /** write transactions of IndexedDB */
  writes: number
  /** transactions by their object stores */
  stores: Record<string, number>
  /** requests in these transactions */
  requests: number
  /** messages that the worker sent over ports */
  sent: number
  /** messages that the worker received over ports */
  received: number
  /** digests by WebCrypto */
  digests: number
  /** fetch events */
  events: number
  /** time from each fetch event to its answer, in milliseconds, in order */
  answers: number[]
}

/** Path that answers the counts of a counting worker, and sets them to zero. */
export const COUNTS_PATH = '/__counts'

/**
 * Returns a worker script that counts what it does. No debugger is needed, which would slow the worker down.
 *
 * @param script - the text of the worker
 */
export function countInWorker (script: string): string {
  // The loader of TypeScript names functions by a helper of its own.
  const install = `const __name = (made) => made; (${installCounters.toString()})(self, ${JSON.stringify(COUNTS_PATH)})`
  return `(() => { ${install} })();\n${script}`
}

interface AnsweredEvent extends Event {
  request: Request
  respondWith: (response: Response | Promise<Response>) => void
}

function installCounters (scope: typeof globalThis, path: string): void {
  const zero = () => ({
    reads: 0,
    writes: 0,
    stores: {} as Record<string, number>,
    requests: 0,
    sent: 0,
    received: 0,
    digests: 0,
    events: 0,
    answers: [] as number[]
  })
  let counts = zero()

  const wrap = (target: object, name: string, count: (args: unknown[]) => void): void => {
    const methods = target as Record<string, (...args: unknown[]) => unknown>
    const original = methods[name]

    methods[name] = function (this: unknown, ...args: unknown[]) {
      count(args)
      return original.apply(this, args)
    }
  }

  wrap(scope.IDBDatabase.prototype, 'transaction', ([stores, mode]) => {
    counts[mode === 'readwrite' ? 'writes' : 'reads']++
    const name = `${mode === 'readwrite' ? 'write' : 'read'} ${[stores].flat().join(' ')}`
    counts.stores[name] = (counts.stores[name] ?? 0) + 1
  })

  for (const name of ['get', 'getKey', 'getAll', 'getAllKeys', 'count', 'openCursor', 'add', 'put', 'delete']) {
    wrap(scope.IDBObjectStore.prototype, name, () => {
      counts.requests++
    })
  }

  wrap(scope.MessagePort.prototype, 'postMessage', () => {
    counts.sent++
  })
  wrap(scope.MessagePort.prototype, 'addEventListener', (args) => {
    const [type, listener] = args as [string, (event: Event) => void]

    if (type === 'message') {
      args[1] = new Proxy(listener, {
        apply (target, self, [event]) {
          counts.received++
          Reflect.apply(target, self, [event])
        }
      })
    }
  })
  wrap(scope.SubtleCrypto.prototype, 'digest', () => {
    counts.digests++
  })

  scope.addEventListener('fetch', (fetchEvent) => {
    const event = fetchEvent as AnsweredEvent
    if (new URL(event.request.url).pathname === path) {
      event.respondWith(Response.json(counts))
      event.stopImmediatePropagation()
      counts = zero()
      return
    }

    counts.events++
    const start = performance.now()
    const respondWith = event.respondWith.bind(event)

    event.respondWith = (response) => {
      Promise.resolve(response).then(() => {
        counts.answers.push(performance.now() - start)
      }, () => {})
      respondWith(response)
    }
  })
}
