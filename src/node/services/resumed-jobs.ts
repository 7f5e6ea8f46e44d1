import type { Jobs } from '../../jobs/jobs.ts'
import type { Service, ServiceContext } from './services.ts'

/** Resumes the jobs that a crash, or a stop of the node, has interrupted. */
export class ResumedJobs implements Service {
  readonly name = 'jobs'
  readonly #jobs: Jobs

  constructor ({ jobs }: { jobs: Jobs }) {
    this.#jobs = jobs
  }

  async start (context: ServiceContext): Promise<void> {
    await this.#jobs.resume(context)
  }
}
