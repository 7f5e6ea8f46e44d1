import type { IgnoredSetting } from '../protocol/messages.ts'
import { ownCommand, unlessClosed } from '../rpc/own-command.ts'

const TIMEOUT_MS = 10_000

/**
 * Returns the stored settings of the node that are invalid, from an older version or edited by hand. They are treated
 * as unset.
 *
 * @throws NodeNotReadyError if no worker answers in time
 * @example
 * ```ts
 * for (const { key, message } of await ignoredSettings()) console.warn(key, message)
 * ```
 */
export async function ignoredSettings (
  { timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number; signal?: AbortSignal } = {}
): Promise<IgnoredSetting[]> {
  const answer = ownCommand<{ Problems: Array<{ Key: string; Message: string }> }>('config/problems', {
    timeoutMs,
    signal
  })
  const problems = (await unlessClosed(answer, [])).flatMap(({ Problems }) => Problems)
  return problems.map(({ Key, Message }) => ({ key: Key, message: Message }))
}
