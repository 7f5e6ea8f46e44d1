import { TIMER_SCRIPT } from './timer-script.ts'
import { timerScriptUrl } from './worker-url.ts'

/** Time after which a dedicated worker that has not started is given up. */
const START_MS = 10_000

/**
 * Runs a timer in a dedicated worker. Browsers throttle the timers of a hidden page (Chromium: to one run per minute),
 * but not those of its dedicated workers, and a message of a worker to its page is not a timer.
 *
 * Tries the script that the service worker serves, then the same script as a blob: the Content Security Policy of the
 * page determines which of them may run.
 *
 * @param ms - interval between two ticks
 * @param onTick - called in the page
 * @param options.scope - scope of the service worker, which serves the script
 * @param options.signal - ends the worker
 * @returns whether the timer runs; false if the browser or the policy of the page allows no such worker
 */
export async function startTimerWorker (
  ms: number,
  onTick: () => void,
  { scope, signal }: { scope: string; signal: AbortSignal }
): Promise<boolean> {
  if (typeof Worker === 'undefined') {
    return false
  }

  if (await startTimer(() => new Worker(timerScriptUrl(scope)), ms, onTick, signal)) {
    return true
  }

  if (signal.aborted) {
    return false
  }

  const blob = URL.createObjectURL(new Blob([TIMER_SCRIPT], { type: 'text/javascript' }))

  try {
    return await startTimer(() => new Worker(timerScriptUrl(blob)), ms, onTick, signal)
  } finally {
    URL.revokeObjectURL(blob)
  }
}

/**
 * Starts the worker.
 *
 * @returns whether it has started
 */
async function startTimer (make: () => Worker, ms: number, onTick: () => void, signal: AbortSignal): Promise<boolean> {
  let worker: Worker

  try {
    worker = make()
  } catch {
    return false // refused by the page's policy, in browsers that throw
  }

  return await new Promise<boolean>((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      worker.terminate()
      resolve(false)
    }

    const timer = setTimeout(end, START_MS)
    signal.addEventListener('abort', end)

    worker.addEventListener('error', (event) => {
      event.preventDefault() // the page uses its fallback
      end()
    })

    worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (data === 'started') {
        clearTimeout(timer)
        resolve(true)
      } else {
        onTick()
      }
    })

    worker.postMessage(ms)
  })
}
