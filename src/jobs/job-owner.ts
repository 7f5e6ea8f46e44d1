import type { Background } from './job-options.ts'
import type { JobState } from './job-state.ts'
import type { Job } from './job.ts'

/** Runs jobs on behalf of the node, without a waiting request, from the start of its services until their stop. */
export class JobOwner {
  readonly #unasked: ((job: JobState) => () => void) | undefined
  #context: Background | undefined

  /** @param unasked - see `JobsInit.unasked` */
  constructor (unasked: ((job: JobState) => () => void) | undefined) {
    this.#unasked = unasked
  }

  /** Whether the node can run jobs of its own now. */
  get isActive (): boolean {
    return this.#context?.signal.aborted === false
  }

  start (context: Background): void {
    this.#context = context
  }

  /** Keeps the node open while a job runs. */
  hold (job: Job): void {
    this.show(job)
    this.keepOpen(job.ended)

    if (this.#context?.signal.aborted === true) {
      job.letGo()
    }
  }

  /** Lists a job among the requests until it ends. */
  show (job: Job): void {
    void job.ended.then(this.#unasked?.(job.state))
  }

  /** Keeps the node open until work has ended. */
  keepOpen (work: Promise<void>): void {
    this.#context?.background(async () => {
      await work
    }).catch(() => {}) // reported in the list of services
  }
}
