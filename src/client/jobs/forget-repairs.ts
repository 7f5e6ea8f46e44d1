import { ownCommand } from '../rpc/own-command.ts'

const TIMEOUT_MS = 10_000

/**
 * Acknowledges the repairs, which are not reported again. Pins with missing blocks remain pins.
 *
 * @throws NodeNotReadyError if no worker answers in time
 * @example
 * ```ts
 * const { looking } = await repairs()
 * if (!looking) await forgetRepairs()
 * ```
 */
export async function forgetRepairs (
  { timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number; signal?: AbortSignal } = {}
): Promise<void> {
  await ownCommand('repairs/forget', { timeoutMs, signal })
}
