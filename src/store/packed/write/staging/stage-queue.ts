import { nextTask } from '../../../../async/timers/next-task.ts'
import type { Database } from '../../../database/database.ts'
import { stageSegments } from './stage-segment.ts'
import type { StagedContent } from './stage-segment.ts'

/**
 * Segments per transaction. Chromium copies them in parallel; a reader of one of them, or a writer of another, waits
 * for all.
 */
const MAX_TOGETHER = 4

export interface StageLineInit {
  database: Database
  durability: IDBTransactionDurability
  /** Checks for room before bytes are stored. Rejects to refuse. */
  room: (bytes: number) => Promise<void>
}

interface Waiting extends StagedContent {
  resolve: (kept: Blob) => void
  reject: (err: unknown) => void
}

/**
 * Batches waiting uploads into one IndexedDB transaction (at most `MAX_TOGETHER`). Runs one transaction at a time, and
 * waits until its segments can be read: a read that starts during the next transaction would wait for that one.
 */
export class StageQueue {
  readonly #init: StageLineInit
  readonly #waiting: Waiting[] = []
  #running: Promise<void> | undefined

  constructor (init: StageLineInit) {
    this.#init = init
  }

  /**
   * @returns the stored Blob, to be read back
   * @throws the error of `stageSegments`, or an error if the session was rolled back meanwhile
   */
  keep (content: Blob, segment: number): Promise<Blob> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ content, segment, resolve, reject })
      this.#running ??= this.#run()
    })
  }

  /** Resolves when all earlier content is stored, or has failed. */
  async drain (): Promise<void> {
    await this.#running
  }

  async #run (): Promise<void> {
    // A caller with several slices passes them one after another.
    await nextTask()

    while (this.#waiting.length > 0) {
      const together: Waiting[] = []

      for (const one of this.#waiting.splice(0, MAX_TOGETHER)) {
        await this.#init.room(one.content.size).then(() => {
          together.push(one)
        }, one.reject)
      }

      await this.#keep(together)
    }

    this.#running = undefined
  }

  async #keep (together: Waiting[]): Promise<void> {
    if (together.length === 0) {
      return
    }

    try {
      const kept = await stageSegments(this.#init.database, together, this.#init.durability)

      for (const [i, { segment, resolve, reject }] of together.entries()) {
        const blob = kept[i]

        if (blob == null) {
          reject(new Error(`segment ${segment} is gone`))
        } else {
          resolve(blob)
        }
      }
    } catch (err) {
      if (together.length === 1) {
        together[0].reject(err)
        return
      }

      // Retry one by one: a single unreadable or oversized Blob must not fail unrelated uploads.
      for (const one of together) {
        await this.#keep([one])
      }
    }
  }
}
