import { askWorker } from './ask-worker.ts'
import { controller } from './controller.ts'
import { AppDataError } from './errors.ts'
import type { AppDataAnswer, AppDataQuestion } from './messages.ts'

/** Opening a node may first have to undo what a killed worker left. */
const TIMEOUT_MS = 60_000

/**
 * Reads or changes rows that the app keeps in the datastore of the node: what is changed at once is kept as a whole or not at all, and
 * is durable when this resolves. The rows are of this origin, no content can read them, and the node's own are out of reach.
 *
 * @param question - `prefix` lists the keys below it; `get` gives a value a key, undefined for none; `put` and `remove` change rows
 * @throws AppDataError when the node does not take them; NodeNotReadyError when no worker answers in time
 */
export async function appData (question: Omit<AppDataQuestion, 'type'>, { timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number, signal?: AbortSignal } = {}): Promise<Pick<AppDataAnswer, 'keys' | 'values'>> {
  const worker = await controller({ timeoutMs, signal })
  const { keys, values, error } = await askWorker(worker, { type: 'app-data', ...question }, { timeoutMs, signal })

  if (error != null) {
    throw new AppDataError(error)
  }

  return { keys, values }
}
