import { TIMER_SCRIPT, TIMER_SCRIPT_NAME } from '../src/client/timer-script.ts'
import type { WorkerScope } from './worker-types.ts'

/**
 * Whether a page asks for the script of the timer that keeps this worker alive (`src/client/keep-alive.ts`).
 *
 * @param scope - URL of the folder that the worker serves
 */
export function isTimerScript ({ url, destination }: Pick<Request, 'url' | 'destination'>, { registration }: { registration: Pick<WorkerScope['registration'], 'scope'> }): boolean {
  return destination === 'worker' && url === new URL(TIMER_SCRIPT_NAME, registration.scope).href
}

/** Answers with the script. Its headers let pages that are cross-origin isolated use it. */
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
