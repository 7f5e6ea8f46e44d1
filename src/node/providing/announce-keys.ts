import type { CID } from 'multiformats/cid'
import { timeLimit } from '../../async/signals/time-limit.ts'
import { defineError } from '../../errors/define-error.ts'
import type { ProvideTarget } from '../../net/provide-target.ts'

/** Timeout of one batch at one target, in milliseconds. */
const BATCH_MS = 120_000

/** Thrown when no target accepted the provider records. */
export class NotProvidedError extends defineError('NotProvidedError') {}

/**
 * Announces keys to all targets, batch by batch.
 *
 * @throws NotProvidedError if no target accepted a batch; the signal's reason
 */
export async function announceKeys (
  targets: readonly ProvideTarget[],
  cids: readonly CID[],
  { signal }: { signal: AbortSignal }
): Promise<void> {
  const outcomes = await Promise.allSettled(targets.map(async ({ maxKeys, provide }) => {
    for (let i = 0; i < cids.length; i += maxKeys) {
      await provide(cids.slice(i, i + maxKeys), { signal: timeLimit(BATCH_MS, signal) })
    }
  }))

  signal.throwIfAborted()

  if (!outcomes.some(({ status }) => status === 'fulfilled')) {
    throw new NotProvidedError(
      `nobody took what was announced${
        outcomes.map((outcome, i) =>
          `; ${targets[i].title}: ${((outcome as PromiseRejectedResult).reason as Error).message}`
        ).join('')
      }`
    )
  }
}
