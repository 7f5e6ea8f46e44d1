import { rpcStream, whileBusy } from '../../../client/index.ts'
import { whenReady } from '../../client/node.ts'
import { Store } from '../../lib/reactive/store.ts'
import { isAbort, plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { t, tn } from '../../lib/text/t.ts'
import { announceNews } from '../../page/state/news.ts'
import { tellVerified } from './presence.ts'

export type VerifyState =
  | { is: 'idle' }
  | { is: 'running'; done: number }
  | { is: 'done'; done: number; broken: number }
  | { is: 'failed'; problem: PlainError }

const REDRAW_INTERVAL_MS = 200

/** State of the verification that all pinned blocks match their CIDs. */
export const verify = new Store<VerifyState>({ is: 'idle' })

let stop: AbortController | undefined

export async function verifyAll (): Promise<void> {
  const { signal } = stop = new AbortController()
  let [done, broken] = [0, 0]
  const timer = setInterval(() => {
    verify.set({ is: 'running', done })
  }, REDRAW_INTERVAL_MS)
  verify.set({ is: 'running', done })

  try {
    await whenReady({ signal })
    await whileBusy(async () => {
      for await (
        const { Cid, Ok = false } of rpcStream<{ Cid: string; Ok?: boolean }>('pin/verify', {
          options: { verbose: true },
          signal
        })
      ) {
        done++
        broken += Ok ? 0 : 1
        tellVerified(Cid, Ok)
      }
    }, { signal })
    verify.set({ is: 'done', done, broken })
    announceNews(
      broken === 0
        ? t('All pinned items are complete.')
        : tn(broken, '{n} item is incomplete.', '{n} items are incomplete.')
    )
  } catch (err) {
    verify.set(isAbort(err) ? { is: 'idle' } : { is: 'failed', problem: plainError(err) })
  } finally {
    clearInterval(timer)
  }
}

export function stopVerifying (): void {
  stop?.abort()
}

export function forgetVerified (): void {
  verify.set({ is: 'idle' })
}
