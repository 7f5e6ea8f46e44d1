import { TIMER_SCRIPT, TIMER_SCRIPT_NAME } from '../../src/client/worker/timer-script.ts'

/**
 * Whether a page requests the script of the timer that keeps this worker alive (`src/client/worker/keep-alive.ts`).
 *
 * @param scope - the worker's global scope, with the URL of its registration
 */
export function isTimerScript (
  { url, destination }: Pick<Request, 'url' | 'destination'>,
  { registration }: { registration: Pick<ServiceWorkerGlobalScope['registration'], 'scope'> }
): boolean {
  return destination === 'worker' && url === new URL(TIMER_SCRIPT_NAME, registration.scope).href
}

/** Answers with the script. Its headers allow cross-origin isolated pages to use it. */
export function timerScript (): Response {
  return new Response(TIMER_SCRIPT, {
    headers: {
      'Content-Type': 'text/javascript',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
      'Cross-Origin-Embedder-Policy': 'require-corp',
      'Cross-Origin-Resource-Policy': 'same-origin'
    }
  })
}
