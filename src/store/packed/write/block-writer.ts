import { delay } from '../../../async/timers/delay.ts'
import { leafContent, leafLength } from '../../../ipld/dag-pb/leaf-frame.ts'
import type { StagedBytes } from '../../blockstore/capabilities.ts'
import type { Database } from '../../database/database.ts'
import { ifFull } from '../../quota/if-full.ts'
import type { Quota } from '../../quota/quota.ts'
import { INLINE_MAX_BYTES } from '../schema/schema.ts'
import { blockOf } from '../segments/extent.ts'
import { readBlob } from '../segments/read-blob.ts'
import { OptimisticWriter } from './optimistic-writer.ts'
import { DROP_STORES } from './removal/remove-blocks.ts'
import type { SessionState, StagedSegment } from './staging/session-state.ts'
import { StageQueue } from './staging/stage-queue.ts'
import { dropUnused, reserveSegments } from './staging/stage-segment.ts'
import type { GroupWriter, WriteContext } from './write-blocks.ts'
import { blobDurability, writeBlocks } from './write-blocks.ts'
import { WriteGroup } from './write-group.ts'
import type { PendingBlock } from './write-group.ts'
import { WriteQueue } from './write-queue.ts'

/**
 * Staged segments without blocks that a session may have. Their blocks may be on their way, or they are not read yet.
 */
const MAX_UNUSED = 16

/** Segments that are reserved in the journal of a session at once, before they are staged. */
const RESERVED = 8

/** Delays between attempts to write into released room, in milliseconds: browsers notice it late. */
const ROOM_WAITS_MS = [0, 250, 750, 2000]

/** Slices for which staging is skipped after it gained nothing. */
const REST = 64

/** Collects puts into groups and writes them, in order with all other write transactions of the store. */
export class BlockWriter {
  readonly #context: GroupWriter
  readonly #quota: Quota
  readonly #queue = new WriteQueue(() => {
    this.#closeWaitedFor()
  })
  readonly #staging: StageQueue
  readonly #pending = new Map<string, PendingBlock>()
  /** staged segments by the buffers that their bytes were read back into */
  readonly #staged = new WeakMap<ArrayBufferLike, StagedSegment>()
  /** groups that are closed and not written yet, in order */
  readonly #closed = new Set<WriteGroup>()
  #group = new WriteGroup()
  /**
   * Index-only writes of staging sessions. They have a group of their own: a group that also carried bytes would
   * deadlock with the staging transaction.
   */
  #placed = new WriteGroup()

  constructor (database: Database, context: WriteContext, quota: Quota) {
    this.#quota = quota
    this.#context = { ...context, database, optimistic: new OptimisticWriter(database) }
    this.#staging = new StageQueue({
      database,
      durability: blobDurability(context.sync),
      room: async (bytes) => {
        await this.#room(bytes)()
      }
    })
  }

  /** Returns the bytes of a block that was put and is not on disk yet. */
  pending (key: string): Uint8Array | undefined {
    const block = this.#pending.get(key)
    return block == null ? undefined : blockOf(block.kept, block)
  }

  /**
   * Adds a block to the open group.
   *
   * @param isContent - see `StagingSession.putPayload`
   * @returns the group; its promises resolve when it is started and written
   */
  put (key: string, multihash: Uint8Array, bytes: Uint8Array, session?: SessionState, isContent = false): WriteGroup {
    const found = isContent || bytes.byteLength <= INLINE_MAX_BYTES ? undefined : leafContent(bytes)
    const content = isContent ? bytes : found
    const kept = content ?? bytes
    const length = isContent ? leafLength(bytes.byteLength) : bytes.byteLength
    const staged = this.#staged.get(kept.buffer)
    const isPlaced = session != null && session.staged.length > 0 &&
      (staged?.session === session || length <= INLINE_MAX_BYTES)
    const group = isPlaced ? this.#placed : this.#group
    this.#pending.set(key, group.add(key, { multihash, kept, isContent: content != null, length, staged }, session))

    if (group.full) {
      this.#closeGroup(group)
    } else if (session == null && this.#queue.idle) {
      // After the puts of the same task.
      queueMicrotask(() => {
        this.#closeWaitedFor()
      })
    }

    return group
  }

  /**
   * Stages bytes before their blocks are known. Blocks that the session finds in the staged bytes need no second write.
   *
   * @returns undefined for the next `REST` calls after too many staged segments stayed unused, because their blocks
   *   existed already or were small; those segments are deleted
   * @throws if the bytes cannot be read or stored
   */
  async stage (session: SessionState, content: Blob): Promise<StagedBytes | undefined> {
    const unused = session.staged.filter(({ live, dropped }) => live === 0 && !dropped)

    if (unused.length >= MAX_UNUSED) {
      unused.forEach((staged) => {
        staged.dropped = true
      })
      session.rest = REST
      await this.#queue.run(() =>
        this.#context.database.write('unstage', DROP_STORES, 'relaxed', async (tx) => {
          for (const { segment } of unused) {
            await dropUnused(tx, segment)
          }
        })
      )
    }

    if (session.rest > 0) {
      session.rest--
      return undefined
    }

    session.unwritten++
    let kept: Blob
    let staged: StagedSegment

    try {
      staged = { segment: await this.#reserve(session), session, bytes: content.size, live: 0, dropped: false }
      kept = await this.#staging.keep(content, staged.segment)
    } finally {
      session.unwritten--
    }

    session.staged.push(staged)

    return async () => {
      const bytes = await readBlob(kept, 0, kept.size)
      this.#staged.set(bytes.buffer, staged)
      return bytes
    }
  }

  /** Returns the number of a segment that is reserved in the journal of the session. */
  async #reserve (session: SessionState): Promise<number> {
    while (session.reserved.length === 0) {
      await this.#reserveMore(session)
    }

    const segment = session.reserved.shift()!

    // Reserves the next ones before they are needed, because a reservation waits for the running write.
    if (session.reserved.length < RESERVED / 2) {
      this.#reserveMore(session).catch(() => {})
    }

    return segment
  }

  #reserveMore (session: SessionState): Promise<void> {
    return session.reserving ??= this.#queue.run(async () => {
      const segments = Array.from({ length: RESERVED }, this.#context.nextSegment)
      await reserveSegments(this.#context.database, session, segments)
      session.reserved.push(...segments)
    }).finally(() => {
      session.reserving = undefined
    })
  }

  /** Removes puts of this session that were not started, unless others put the same blocks. */
  withdraw (session: SessionState): void {
    const keys = [this.#placed, this.#group].flatMap((group) => group.withdraw(session))
    keys.forEach((key) => {
      this.#drop(key)
    })

    if (keys.length > 0) {
      this.#context.onWithdrawn()
    }
  }

  /**
   * Commits a session durably, in the transaction of its last group: a command with few blocks is one transaction in
   * all.
   *
   * @throws if a write of the session failed
   */
  async commit (session: SessionState): Promise<void> {
    await this.#end(session, (group) => {
      group.commit(session)
    })
  }

  /**
   * Makes the blocks of a session durable, together with the name by which it can be committed in the datastore.
   *
   * @throws if a write of the session failed
   */
  async prepare (session: SessionState): Promise<void> {
    await this.#end(session, (group) => {
      group.prepares.add(session)
    })
  }

  /** Runs a write transaction after all earlier puts. */
  after<T> (job: () => Promise<T>): Promise<T> {
    this.#close()
    return this.#queue.run(job)
  }

  /**
   * Resolves when all earlier puts are written, or have failed.
   *
   * @param session - resolves also after everything that this session waited for
   */
  async drain (session?: SessionState): Promise<void> {
    this.#close()
    await this.#drainQueues(session)
  }

  async #drainQueues (session?: SessionState): Promise<void> {
    do {
      await Promise.all([this.#queue.drain(), this.#staging.drain()])
    } while (session != null && session.unwritten > 0)
  }

  /** Ends a session. Earlier groups must have succeeded first, or their loss would go unnoticed. */
  async #end (session: SessionState, join: (group: WriteGroup) => void): Promise<void> {
    if (this.#group.sessions.has(session)) {
      this.#closeGroup(this.#placed)
    }

    if (session.unwritten > 0) {
      await this.#drainQueues(session)
    }

    if (session.failure != null) {
      throw session.failure
    }

    const group = this.#placed.sessions.has(session) ? this.#placed : this.#group
    join(group)

    // Sessions that end during a write share the next transaction. A write that makes room must not wait for those that
    // need room.
    if (this.#queue.idle || session.bounds.makesRoom === true) {
      this.#closeGroup(group)
    }

    await group.written
  }

  /** Plain puts wait until nothing is being written, ending sessions until the current write is done. */
  #closeWaitedFor (): void {
    for (const group of [this.#placed, this.#group]) {
      if (group.ends || (group.urgent && this.#queue.idle)) {
        this.#closeGroup(group)
      }
    }
  }

  #close (): void {
    this.#closeGroup(this.#placed)
    this.#closeGroup(this.#group)
  }

  #closeGroup (group: WriteGroup): void {
    if (group.empty) {
      return
    }

    if (group === this.#placed) {
      this.#placed = new WriteGroup()
    } else {
      this.#group = new WriteGroup()
    }

    this.#closed.add(group)
    group.sessions.forEach((session) => {
      session.unwritten++
    })
    const bytes = [...group.blocks.values()].reduce(
      (sum, block) => group.stagedOf(block) == null ? sum + block.length : sum,
      0
    )
    const { makesRoom } = group

    this.#queue.run(() => {
      group.start()
      const written = writeBlocks(group, this.#context)
      return makesRoom
        ? written.catch(async (err: unknown) => {
          await this.#writeWithRoom(group, err)
        })
        : written
    }, this.#room(makesRoom ? 0 : bytes)).then(() => {
      this.#forget(group)
      this.#context.onWritten(group.blocks)
      group.finish()
    }, (err: Error) => {
      this.#forget(group)
      this.#fail(group, err)
    })
  }

  /**
   * Repeats a write in the released ballast, as soon as the room is available.
   *
   * @throws if there is none, or it is not enough
   */
  async #writeWithRoom (group: WriteGroup, err: unknown): Promise<void> {
    ifFull(err)
    let full = err
    await this.#context.makeRoom?.()

    for (const ms of ROOM_WAITS_MS) {
      await delay(ms)

      try {
        return await writeBlocks(group, this.#context)
      } catch (err) {
        ifFull(err)
        full = err
      }
    }

    throw full
  }

  /** Rejects writes for which the disk has no room, before they are tried. */
  #room (bytes: number): () => Promise<void> | undefined {
    return () => bytes === 0 || this.#quota.take(bytes) ? undefined : this.#quota.ensure(bytes)
  }

  #forget (group: WriteGroup): void {
    this.#closed.delete(group)
    group.sessions.forEach((session) => {
      session.unwritten--
    })

    for (const [key, block] of group.blocks) {
      // A later group may contain the same block.
      if (this.#pending.get(key) === block) {
        this.#drop(key)
      }
    }
  }

  /** Drops a pending block of a group. An earlier group may contain it too and still be on its way. */
  #drop (key: string): void {
    let block: PendingBlock | undefined

    for (const group of this.#closed) {
      block = group.blocks.get(key) ?? block
    }

    if (block == null) {
      this.#pending.delete(key)
    } else {
      this.#pending.set(key, block)
    }
  }

  #fail (group: WriteGroup, err: Error): void {
    this.#context.onWithdrawn()

    for (const session of [...group.sessions, ...group.commits, ...group.prepares]) {
      session.failure ??= err
    }

    // Callers that wait for room get the error at their next put.
    group.start()
    group.fail(err)
  }
}
