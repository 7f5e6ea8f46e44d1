import type { Datastore } from 'interface-datastore'
import type { Report } from '../async/iteration/buffered-generator.ts'
import type { Json } from '../config/values/config.ts'
import type { Logger } from '../log/logs.ts'
import type { JobRow } from './job-row.ts'
import type { JobSpec } from './job-spec.ts'
import type { JobProgress, JobState } from './job-state.ts'

/** Times of the row of a job, in milliseconds. */
export interface JobTimes {
  /** The time after which a job gets a row; 0 writes it before the job begins. */
  keepAfterMs: number
  /** The interval at which the row is updated. */
  saveEveryMs: number
}

export interface JobInit extends JobTimes {
  datastore: Datastore
  /** The row of a resumed job. The node owns it: it runs without any waiting request. */
  row?: JobRow
  id: string
  /** Called at intervals with a long job's progress. */
  changed: () => void
  /** Called once when the job has become long. */
  long?: () => void
}

export interface WaitOptions<T> {
  /** Aborts when the request ends. The job is cancelled if no other request waits for it. */
  signal: AbortSignal
  report?: Report<T>
  /** The deadline, in milliseconds since 1970, which also applies after a restart. */
  until?: number
}

/**
 * Recreates a job from its row. Returns a text if it cannot be repeated, with the reason, and undefined for an unknown
 * kind.
 */
export type Remake = (kind: string, args: Json) => JobSpec<unknown, unknown> | string | undefined

export interface JobsInit extends Partial<JobTimes> {
  datastore: Datastore
  remake: Remake
  /** Called when the result of `list` has changed; about once a second while long jobs progress. */
  changed?: () => void
  /**
   * Called for a job that is resumed, or takes long, without a request. Returns a function that is called at its end.
   */
  unasked?: (job: JobState) => () => void
  /** Returns the logger for jobs of a kind; default: none. */
  log?: (kind: string) => Logger
}

/** A request for a job. */
export interface JobCall<R> {
  /** The progress of the job. */
  readonly progress: Readonly<JobProgress>
  readonly result: Promise<R>
}

/** Keeps the node open during background work, until the signal aborts. */
export interface Background {
  signal: AbortSignal
  background: (work: (signal: AbortSignal) => Promise<void>) => Promise<void>
}
