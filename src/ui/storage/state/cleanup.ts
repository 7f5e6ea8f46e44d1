import { rpcStream, whileBusy } from '../../../client/index.ts'
import { whenReady } from '../../client/node.ts'
import { Store } from '../../lib/reactive/store.ts'
import { isAbort, plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { tn } from '../../lib/text/t.ts'
import { announceNews } from '../../page/state/news.ts'
import { forgetPresence } from './presence.ts'
import { refreshStorage, storage } from './storage.ts'

export type CleanupState =
  | { is: 'idle' }
  | { is: 'running'; blocks: number }
  | { is: 'done'; blocks: number; bytes: number }
  | { is: 'failed'; problem: PlainError }

const REDRAW_INTERVAL_MS = 100

export const cleanup = new Store<CleanupState>({ is: 'idle' })

let stop: AbortController | undefined

/** Removes unpinned blocks (GC). It can be stopped safely: the next one removes the rest. */
export async function freeSpace (): Promise<void> {
  if (cleanup.value.is === 'running') {
    return
  }
  const { signal } = stop = new AbortController()
  const before = storage.value.repoBytes ?? 0
  let blocks = 0
  const timer = setInterval(() => {
    cleanup.set({ is: 'running', blocks })
  }, REDRAW_INTERVAL_MS)
  cleanup.set({ is: 'running', blocks })

  try {
    await whenReady({ signal })
    await whileBusy(async () => {
      for await (const { Key } of rpcStream<{ Key?: { '/': string } }>('repo/gc', { signal })) {
        if (Key != null) {
          blocks++
        }
      }
    }, { signal })
    await refreshStorage()
    cleanup.set({ is: 'done', blocks, bytes: Math.max(0, before - (storage.value.repoBytes ?? before)) })
    announceNews(tn(blocks, 'Space freed: {n} block removed.', 'Space freed: {n} blocks removed.'))
  } catch (err) {
    cleanup.set(isAbort(err) ? { is: 'idle' } : { is: 'failed', problem: plainError(err) })
  } finally {
    clearInterval(timer)
    forgetPresence()
    void refreshStorage()
  }
}

export function stopFreeing (): void {
  stop?.abort()
}
