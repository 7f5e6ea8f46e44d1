import { nextTask } from '../../../async/next-task.ts'
import type { Database } from '../../database/database.ts'
import { stageSegments } from './stage-segment.ts'
import type { StagedContent } from './stage-segment.ts'

/** Segments that one transaction keeps. Chromium copies them side by side; who asks for one of them, or writes another, waits for all. */
const MAX_TOGETHER = 4

export interface StageLineInit {
  database: Database
  durability: IDBTransactionDurability
  /** asked before bytes are kept. May refuse, by a rejection */
  room: (bytes: number) => Promise<void>
}

interface Waiting extends StagedContent {
  resolve: (kept: Blob) => void
  reject: (err: unknown) => void
}

/**
 * Keeps segments before their blocks are known, those together that wait: one transaction at a time, and each until what it has kept can be read, since behind the next
 * one that could not be begun before that has ended.
 */
export class StageLine {
  readonly #init: StageLineInit
  readonly #waiting: Waiting[] = []
  #running: Promise<void> | undefined

  constructor (init: StageLineInit) {
    this.#init = init
  }

  /** @returns what is kept, to be read @throws why it is not (`stageSegments`), or that the session was undone meanwhile */
  keep (content: Blob, segment: number): Promise<Blob> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ content, segment, resolve, reject })
      this.#running ??= this.#run()
    })
  }

  /** Resolves when all that was given so far is kept, or has failed. */
  async drain (): Promise<void> {
    await this.#running
  }

  async #run (): Promise<void> {
    // who has several to keep gives them one behind the other
    await nextTask()

    while (this.#waiting.length > 0) {
      const together: Waiting[] = []

      for (const one of this.#waiting.splice(0, MAX_TOGETHER)) {
        await this.#init.room(one.content.size).then(() => { together.push(one) }, one.reject)
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

      // one that cannot be read, or for which there is no room, is no matter of the others, which may be somebody else's
      for (const one of together) {
        await this.#keep([one])
      }
    }
  }
}
