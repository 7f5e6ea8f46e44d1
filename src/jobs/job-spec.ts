import type { Report } from '../async/reports-of.ts'
import type { Json } from '../config/config.ts'
import type { RecordWrite } from '../repo/with-write-session.ts'
import type { JobProgress } from './job-state.ts'

/** Work that may take long, and what makes it the same work as another: its kind and its arguments. */
export interface JobSpec<T, R> {
  /** as the command that asks for it: `pin/add` */
  kind: string
  /** what has to be known to do it again; a row of the datastore holds it */
  args: Json
  /** the texts of the options that who asked gave, by their long names, where they are no part of `args`: for those who look at it */
  asked?: Record<string, string>
  /**
   * Until when whoever asks for the same is answered by this job: to its end; until it has begun (`JobContext.begun`), since what
   * changes later is not seen by it; or not at all.
   */
  join: 'always' | 'until-begun' | 'never'
  /**
   * What is done elsewhere, and must not be done twice: it has a row before it begins, however short it is, and whoever asks for the
   * same in the next life goes on with that row (`JobContext.isResumed`).
   */
  isElsewhere?: boolean
  /**
   * The node does it by itself: it is shown among the requests while it takes long, and it is nobody's news that it has ended well.
   */
  isUnasked?: boolean
  /**
   * What two jobs have to have in common to be the same; `args` when left out. Of one that is never joined: where the same is done
   * again after it was cut, nobody needs to be told that it was. When left out that is of none.
   */
  sameAs?: Json
  /** reports that whoever joins later is told too */
  remembers?: (report: T) => boolean
  /** Does it. Must end by the signal. Whatever it has done at a kill must be right as it is: it is done again from `args`. */
  work: (context: JobContext<T>) => Promise<R>
  /** how it ended, in words, for who was not there */
  describe: (result: R) => string
}

export interface JobContext<T> {
  signal: AbortSignal
  /** it was begun in an earlier life, and nobody knows how far that came */
  readonly isResumed: boolean
  /** somebody has ended it by `Jobs.cancel`, and it is not to be done again by itself */
  readonly isCancelled: boolean
  /** Tells all who wait. What it gives back has to be waited for: they are far behind then. */
  report: Report<T>
  /** how far it is; the work changes it as it goes */
  readonly progress: JobProgress
  /** Nobody joins from now on, see `JobSpec.join`. */
  begun: () => void
  /**
   * Says what is left to do, when it is less than before.
   *
   * @param args - asked for when the row is written, by and by
   * @param now - the row is to say so at once, if there is one
   */
  left: (args: () => Json, now?: boolean) => void
  /**
   * A write that ends the job, or leaves less of it to do, as one that changes the row of the job in the same batch: a kill leaves
   * both or neither. Without a write it gives one of the row alone, or undefined where the job has no row and gets none.
   *
   * @param args - what is left to do behind it; the job is done when left out
   */
  recording: <W extends RecordWrite | undefined>(write: W, args?: Json) => W | RecordWrite
}
