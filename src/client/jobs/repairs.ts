import type { Repair, RepairReport } from '../protocol/messages.ts'
import { ownCommand, unlessClosed } from '../rpc/own-command.ts'

export type { RepairReport }

const TIMEOUT_MS = 10_000

/** The answer of `swipfs/repairs/ls`. */
interface ListedRepairs {
  Repairs: Array<{ At: string; What: Repair['what']; Pins: number; Lost?: string }>
  Incomplete: Array<{ Cid: string; Name: string }>
  IncompleteCount: number
  Searching: boolean
}

/**
 * Returns the data that the browser lost, until `forgetRepairs` is called. While `looking` is set the report is
 * incomplete: ask again.
 *
 * @throws NodeNotReadyError if no worker answers in time
 * @example
 * ```ts
 * const { lackingCount } = await repairs()
 * if (lackingCount > 0) console.warn(`${lackingCount} pins lack blocks`)
 * ```
 */
export async function repairs (
  { timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number; signal?: AbortSignal } = {}
): Promise<RepairReport> {
  const [report] = await unlessClosed(ownCommand<ListedRepairs>('repairs/ls', { timeoutMs, signal }), [])

  return {
    repairs: report?.Repairs.map(({ At, What, Pins, Lost }) => ({ at: At, what: What, pins: Pins, lost: Lost })) ?? [],
    lacking: report?.Incomplete.map(({ Cid, Name }) => ({ cid: Cid, name: Name })) ?? [],
    lackingCount: report?.IncompleteCount ?? 0,
    looking: report?.Searching ?? false
  }
}
