import { ownCommand, unlessClosed } from '../rpc/own-command.ts'

const TIMEOUT_MS = 30_000

/**
 * Returns the creation dates of pins, by their CIDs as in `pin/ls`. Pins from before dates were recorded are missing. A
 * renamed pin keeps its date.
 *
 * @throws NodeNotReadyError if no worker answers in time
 * @example
 * ```ts
 * const dates = await pinDates()
 * const { Keys } = await rpc<{ Keys: object }>('pin/ls')
 * for (const pinned of Object.keys(Keys)) console.log(pinned, dates.get(pinned))
 * ```
 */
export async function pinDates (
  { timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number; signal?: AbortSignal } = {}
): Promise<Map<string, Date>> {
  const dates = ownCommand<{ Cid: string; Created: string }>('pin/dates', { timeoutMs, signal })
  return new Map((await unlessClosed(dates, [])).map(({ Cid, Created }) => [Cid, new Date(Created)]))
}
