import type { Json } from '../config/values/config.ts'

/** The progress of a job in blocks and, if counted, bytes. */
export interface JobProgress {
  blocks: number
  bytes: number
  /** The condition it waits for before it begins; undefined if it does not wait. */
  waitsFor?: string
}

/** The public state of a job. */
export interface JobState {
  id: string
  /** The command that starts it: `pin/add`. */
  kind: string
  /** The arguments, or the remaining work. */
  args: Json
  /** See `JobSpec`. */
  asked?: Record<string, string>
  /** The time of the first start, from `Date.toISOString`. */
  begun: string
  /** A waiting job needs a person (`Jobs.continue`). Each start of the node retries it too. */
  state: 'running' | 'waiting' | 'done' | 'failed'
  progress: JobProgress
  /** The number of restarts after a kill or a stop. */
  resumed: number
  /** The number of requests that wait for its end. */
  waiting: number
  /** The result as a text, or the reason for waiting. */
  message?: string
}
