import type { Json } from '../config/config.ts'

/** How far a job is: blocks and, where they are counted, their bytes. */
export interface JobProgress {
  blocks: number
  bytes: number
  /** what it waits for before it can begin; undefined where it does not wait */
  waitsFor?: string
}

/** A job as others see it. */
export interface JobState {
  id: string
  /** as the command that asks for it: `pin/add` */
  kind: string
  /** what it is to do, or what is left of it */
  args: Json
  /** see `JobSpec` */
  asked?: Record<string, string>
  /** when it was begun for the first time, as by `Date.toISOString` */
  begun: string
  /** one that waits cannot go on before a person has done something: `Jobs.continue`; it is tried at each start too */
  state: 'running' | 'waiting' | 'done' | 'failed'
  progress: JobProgress
  /** how often it was begun again after a kill or a stop */
  resumed: number
  /** how many wait for its end */
  waiting: number
  /** how it ended, or what it waits for */
  message?: string
}
