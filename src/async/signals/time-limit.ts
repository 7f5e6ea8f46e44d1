import { later } from '../timers/later.ts'

/**
 * A signal that aborts after so many milliseconds, with an error named `TimeoutError`, or as soon as one of the others
 * does.
 *
 * Not by `AbortSignal.timeout`: one that is only among those of an `AbortSignal.any` Node forgets when garbage is
 * collected (nodejs/node#57736), and what waits for it waits for ever. This one a timer keeps.
 */
export function timeLimit (ms: number, ...others: Array<AbortSignal | undefined>): AbortSignal {
  const limit = new AbortController()
  later(() => {
    limit.abort(new DOMException('the time for it is over', 'TimeoutError'))
  }, ms)
  const signals = others.filter((signal) => signal != null)
  return signals.length === 0 ? limit.signal : AbortSignal.any([...signals, limit.signal])
}
