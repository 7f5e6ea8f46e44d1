import { later } from '../timers/later.ts'

/**
 * Returns a signal that aborts after `ms` milliseconds with an error named `TimeoutError`, or as soon as one of the
 * others does.
 *
 * Does not use `AbortSignal.timeout`: Node's garbage collection drops such a signal if only an `AbortSignal.any` refers
 * to it (nodejs/node#57736), and its waiters wait forever. A timer keeps this one alive.
 */
export function timeLimit (ms: number, ...signals: Array<AbortSignal | undefined>): AbortSignal {
  const limit = new AbortController()
  later(() => {
    limit.abort(new DOMException('the time for it is over', 'TimeoutError'))
  }, ms)
  const given = signals.filter((signal) => signal != null)
  return given.length === 0 ? limit.signal : AbortSignal.any([...given, limit.signal])
}
