import { ownCommand, unlessClosed } from '../rpc/own-command.ts'

/** Timeout. A cancelled job may first roll back its writes. */
const TIMEOUT_MS = 60_000

/**
 * Cancels a job for good, or dismisses one that has ended. Requests that wait for it fail with `context canceled`.
 *
 * @param id - ID from `jobs`
 * @returns false if there is no such job
 * @throws NodeNotReadyError if no worker answers in time
 * @example
 * ```ts
 * for (const { id } of await jobs()) await cancelJob(id)
 * ```
 */
export async function cancelJob (
  id: string,
  { timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number; signal?: AbortSignal } = {}
): Promise<boolean> {
  const answer = ownCommand<{ Found: boolean }>('jobs/cancel', { timeoutMs, signal }, { args: [id] })
  return (await unlessClosed(answer, [])).some(({ Found }) => Found)
}
