import type { Report } from '../async/iteration/buffered-generator.ts'
import type { Json } from '../config/values/config.ts'
import { defineError } from '../errors/define-error.ts'
import type { RecordWrite } from '../repo/with-write-session.ts'
import type { JobProgress } from './job-state.ts'

/** Long-running work. Its kind and arguments are its identity. */
export interface JobSpec<T, R> {
  /** The command that starts it: `pin/add`. */
  kind: string
  /** The arguments, as stored in the row. They suffice to repeat the work. */
  args: Json
  /** The options of the request as texts, by their long names, if they are not in `args`. For display. */
  asked?: Record<string, string>
  /**
   * Whether a later request for the same work joins this job: always; until it has begun (`JobContext.begun`), if it
   * would not see later changes; or never.
   */
  join: 'always' | 'until-begun' | 'never'
  /**
   * Work at another server that must not be repeated. The row is written before it begins, however short it is. After a
   * restart, a request for the same work resumes that row (`JobContext.isResumed`).
   */
  isElsewhere?: boolean
  /**
   * Work that the node starts by itself. It is listed among the requests while it takes long. Its success is not
   * reported.
   */
  isUnasked?: boolean
  /**
   * The identity of the job; default `args`. For jobs that are never joined: if the same work is done again after a
   * crash, the crash is not reported. Left out, it always is.
   */
  sameAs?: Json
  /** Selects reports that are repeated to requests that join later. */
  remembers?: (report: T) => boolean
  /**
   * Does the work. Must end when the signal aborts. A kill at any point must leave a valid state, because the work is
   * repeated from `args`.
   */
  work: (context: JobContext<T>) => Promise<R>
  /** Returns a text for the result, shown if no request was waiting. */
  describe: (result: R) => string
}

export interface JobContext<T> {
  signal: AbortSignal
  /** Whether it was begun in an earlier run, with unknown progress. */
  readonly isResumed: boolean
  /** Whether it was ended by `Jobs.cancel`, so that it must not restart by itself. */
  readonly isCancelled: boolean
  /** Reports to all waiting requests. Await the result, if any: it means that a reader is slow (backpressure). */
  report: Report<T>
  /** The progress, which the work updates. */
  readonly progress: JobProgress
  /** Stops new requests from joining, see `JobSpec.join`. */
  begun: () => void
  /**
   * Updates the remaining work.
   *
   * @param args - called when the row is written, now or later
   * @param now - writes the row at once, if there is one
   */
  left: (args: () => Json, now?: boolean) => void
  /**
   * Adds the job row to the batch of a write that ends the job, or reduces the remaining work: a crash leaves both or
   * neither. Without a write, returns one for the row alone, or undefined if the job has no row and gets none.
   *
   * @param args - the work that remains after the write; the job is done if left out
   */
  recording: <W extends RecordWrite | undefined>(write: W, args?: Json) => W | RecordWrite
}

/**
 * Thrown by the work of a job that needs a person to continue. The job waits then, and is repeated from its arguments.
 */
export class JobWaitsError extends defineError('JobWaitsError') {}

/**
 * Erases the types of a job that is resumed from an earlier run: it has no listeners, and only its own code uses its
 * result.
 */
export function erasedSpec<T, R> (spec: JobSpec<T, R>): JobSpec<unknown, unknown> {
  return spec as unknown as JobSpec<unknown, unknown>
}

/** The members of a job that identify its work. */
export type WorkIdentity = Pick<JobSpec<unknown, unknown>, 'kind' | 'args' | 'sameAs'>

/** Returns the identity of a job. Jobs with equal identities do the same work. */
export function jobIdentity ({ kind, args, sameAs = args }: WorkIdentity): string {
  return `${kind} ${JSON.stringify(sameAs)}`
}
