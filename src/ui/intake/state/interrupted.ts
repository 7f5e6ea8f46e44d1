import { cancelJob, jobs } from '../../../client/index.ts'
import { isInterrupted } from '../lib/is-interrupted.ts'
import type { Placed } from '../lib/picked.ts'

/**
 * Dismisses the node's interrupted jobs of an upload that succeeded when it was repeated.
 *
 * @param sinceMs - start of the first try, in milliseconds since 1970
 */
export async function forgetInterrupted (picked: Placed, sinceMs: number): Promise<void> {
  for (const job of await jobs().catch(() => [])) {
    if (isInterrupted(job, picked, sinceMs)) {
      await cancelJob(job.id).catch(() => {})
    }
  }
}

/**
 * Dismisses interrupted imports after they were repeated.
 *
 * @param sinceMs - start of the first try, in milliseconds since 1970
 */
export async function forgetInterruptedImports (sinceMs: number): Promise<void> {
  for (const { id, kind, state, begun } of await jobs().catch(() => [])) {
    if (kind === 'dag/import' && state === 'failed' && Date.parse(begun) >= sinceMs) {
      await cancelJob(id).catch(() => {})
    }
  }
}
