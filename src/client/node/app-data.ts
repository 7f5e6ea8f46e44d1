import { AppDataError } from '../protocol/errors.ts'
import type { AppDataAnswer, AppDataQuestion } from '../protocol/messages.ts'
import { askWorker } from '../worker/ask-worker.ts'
import { controller } from '../worker/controller.ts'

/** Timeout. A node that opens may first have to roll back writes of a killed worker. */
const TIMEOUT_MS = 60_000

/**
 * Reads or changes rows of the app in the node's datastore. The changes of one call are atomic, and durable when this
 * resolves. The rows belong to this origin; content cannot read them. The node's own rows are not accessible.
 *
 * @param question - `prefix` lists the keys below it; `get` returns one value per key, undefined for missing ones;
 *   `put` and `remove` change rows
 * @throws AppDataError if the node refuses them
 * @throws NodeNotReadyError if no worker answers in time
 * @example
 * ```ts
 * await appData({ put: [['notes/1', new TextEncoder().encode('hi')]] })
 * const { keys } = await appData({ prefix: 'notes/' })
 * const { values: [note] } = await appData({ get: ['notes/1'] })
 * ```
 */
export async function appData (
  question: Omit<AppDataQuestion, 'type'>,
  { timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number; signal?: AbortSignal } = {}
): Promise<Pick<AppDataAnswer, 'keys' | 'values'>> {
  const worker = await controller({ timeoutMs, signal })
  const { keys, values, error } = await askWorker(worker, { type: 'app-data', ...question }, { timeoutMs, signal })

  if (error != null) {
    throw new AppDataError(error)
  }

  return { keys, values }
}
