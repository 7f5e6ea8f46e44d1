import type { Job } from '../protocol/messages.ts'
import { ownCommand, unlessClosed } from '../rpc/own-command.ts'

const TIMEOUT_MS = 10_000

/** A line of `swipfs/jobs/ls`. */
interface ListedJob {
  ID: string
  Kind: string
  Args: unknown
  Options?: Record<string, string>
  Begun: string
  State: Job['state']
  Progress: { Blocks: number; Bytes: number }
  Resumed: number
  Waiting: number
  Message?: string
}

/**
 * Returns the jobs of the node: those that run, of any client, and those that ended without a client to report to.
 * `watchChanges` reports the topic `jobs` on changes, and about once a second while a job runs.
 *
 * @throws NodeNotReadyError if no worker answers in time
 * @example
 * ```ts
 * watchChanges(async (topics) => {
 *   if (topics.has('jobs')) show(await jobs())
 * })
 * ```
 */
export async function jobs (
  { timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number; signal?: AbortSignal } = {}
): Promise<Job[]> {
  const listed = await unlessClosed(ownCommand<ListedJob>('jobs/ls', { timeoutMs, signal }), [])
  return listed.map(readJob)
}

function readJob (
  { ID, Kind, Args, Options, Begun, State, Progress, Resumed, Waiting, Message }: ListedJob
): Job {
  return {
    id: ID,
    kind: Kind,
    args: Args,
    asked: Options,
    begun: Begun,
    state: State,
    progress: { blocks: Progress.Blocks, bytes: Progress.Bytes },
    resumed: Resumed,
    waiting: Waiting,
    message: Message
  }
}
