import type { Database } from '../database.ts'
import type { SessionState } from './session-state.ts'
import type { WriteContext } from './write-blocks.ts'
import { writeBlocks } from './write-blocks.ts'
import { WriteGroup } from './write-group.ts'
import type { PendingBlock } from './write-group.ts'
import { WriteQueue } from './write-queue.ts'

/** Collects puts into groups and writes them, in one line with all other write transactions of the store. */
export class BlockWriter {
  readonly #database: Database
  readonly #context: WriteContext
  readonly #queue = new WriteQueue(() => { this.#closeIfUrgent() })
  readonly #pending = new Map<string, PendingBlock>()
  #group = new WriteGroup()

  constructor (database: Database, context: WriteContext) {
    this.#database = database
    this.#context = context
  }

  /** Bytes of a block that was put and is not on disk yet. */
  pending (key: string): Uint8Array | undefined {
    return this.#pending.get(key)?.bytes
  }

  /** Takes a block into the open group. @returns the group, whose promises tell when it has been started and written */
  put (key: string, multihash: Uint8Array, bytes: Uint8Array, session?: SessionState): WriteGroup {
    const group = this.#group
    this.#pending.set(key, group.add(key, multihash, bytes, session))

    if (group.full) {
      this.#close()
    } else if (session == null && this.#queue.idle) {
      // after the puts of the same task
      queueMicrotask(() => { this.#closeIfUrgent() })
    }

    return group
  }

  /** Takes back what only this session put and what has not been started. */
  withdraw (session: SessionState): void {
    for (const key of this.#group.withdraw(session)) {
      this.#pending.delete(key)
    }
  }

  /** Runs a write transaction after all that was put before. */
  after<T> (job: () => Promise<T>): Promise<T> {
    this.#close()
    return this.#queue.run(job)
  }

  /** Resolves when all that was put before is written, or has failed. */
  async drain (): Promise<void> {
    this.#close()
    await this.#queue.drain()
  }

  #closeIfUrgent (): void {
    if (this.#group.urgent && this.#queue.idle) {
      this.#close()
    }
  }

  #close (): void {
    const group = this.#group

    if (group.blocks.size === 0) {
      return
    }

    this.#group = new WriteGroup()
    void this.#queue.run(() => this.#write(group))
  }

  /** Never rejects: those who put the blocks learn of the failure. */
  async #write (group: WriteGroup): Promise<void> {
    try {
      group.start()
      await writeBlocks(this.#database, group, this.#context)
      this.#forget(group)
      group.finish()
    } catch (err) {
      this.#forget(group)
      this.#fail(group, err as Error)
    }
  }

  #forget (group: WriteGroup): void {
    for (const [key, block] of group.blocks) {
      // a later group may hold the same block
      if (this.#pending.get(key) === block) {
        this.#pending.delete(key)
      }
    }
  }

  #fail (group: WriteGroup, err: Error): void {
    for (const { sessions } of group.blocks.values()) {
      sessions.forEach((session) => { session.failure ??= err })
    }

    group.fail(err)
  }
}
