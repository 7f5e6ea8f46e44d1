import { delay } from '../../../async/delay.ts'
import type { Database } from '../../database/database.ts'
import type { KeptBytes } from '../../blockstore.ts'
import type { Quota } from '../../quota/quota.ts'
import { ifFull } from '../../quota/if-full.ts'
import type { SessionState, StagedSegment } from './session-state.ts'
import { dropUnused, reserveSegments } from './stage-segment.ts'
import { StageLine } from './stage-line.ts'
import type { GroupWriter, WriteContext } from './write-blocks.ts'
import { DROP_STORES } from './remove-blocks.ts'
import { INLINE_MAX_BYTES } from '../schema/schema.ts'
import { readBlob } from '../read/read-blob.ts'
import { blockOf } from '../segments/extent.ts'
import { leafContent, leafLength } from '../segments/leaf-frame.ts'
import { WriterAtOnce } from './write-at-once.ts'
import { blobDurability, writeBlocks } from './write-blocks.ts'
import { WriteGroup } from './write-group.ts'
import type { PendingBlock } from './write-group.ts'
import { WriteQueue } from './write-queue.ts'

/** Staged segments without a block that a session has at most. Some are so since their blocks are on their way, or they are not read yet. */
const MAX_UNUSED = 16

/** Segments that go into the journal of a session at once, before they are staged. */
const RESERVED = 8

/** Milliseconds between the tries to write into room that was just given back: browsers have it a moment later. */
const ROOM_WAITS_MS = [0, 250, 750, 2000]

/** How often it goes without then. */
const REST = 64

/** Collects puts into groups and writes them, in one line with all other write transactions of the store. */
export class BlockWriter {
  readonly #context: GroupWriter
  readonly #quota: Quota
  readonly #queue = new WriteQueue(() => { this.#closeWaitedFor() })
  readonly #staging: StageLine
  readonly #pending = new Map<string, PendingBlock>()
  /** by the buffers that their bytes were read back into */
  readonly #staged = new WeakMap<ArrayBufferLike, StagedSegment>()
  /** groups that are closed and not written yet, in their order */
  readonly #closed = new Set<WriteGroup>()
  #group = new WriteGroup()
  /** Of sessions that stage: what is there already, and what goes into the index. Bytes among it would have it wait for what is being staged, and that for it. */
  #placed = new WriteGroup()

  constructor (database: Database, context: WriteContext, quota: Quota) {
    this.#quota = quota
    this.#context = { ...context, database, atOnce: new WriterAtOnce(database) }
    this.#staging = new StageLine({ database, durability: blobDurability(context.sync), room: async (bytes) => { await this.#room(bytes)() } })
  }

  /** Bytes of a block that was put and is not on disk yet. */
  pending (key: string): Uint8Array | undefined {
    const block = this.#pending.get(key)
    return block == null ? undefined : blockOf(block.kept, block)
  }

  /** Takes a block into the open group. @param isContent - as in `WriteSession.put` @returns the group, whose promises tell when it has been started and written */
  put (key: string, multihash: Uint8Array, bytes: Uint8Array, session?: SessionState, isContent = false): WriteGroup {
    const content = isContent ? bytes : bytes.byteLength > INLINE_MAX_BYTES ? leafContent(bytes) : undefined
    const kept = content ?? bytes
    const length = isContent ? leafLength(bytes.byteLength) : bytes.byteLength
    const staged = this.#staged.get(kept.buffer)
    const isPlaced = session != null && session.staged.length > 0 && (staged?.session === session || length <= INLINE_MAX_BYTES)
    const group = isPlaced ? this.#placed : this.#group
    this.#pending.set(key, group.add(key, { multihash, kept, isContent: content != null, length, staged }, session))

    if (group.full) {
      this.#closeGroup(group)
    } else if (session == null && this.#queue.idle) {
      // after the puts of the same task
      queueMicrotask(() => { this.#closeWaitedFor() })
    }

    return group
  }

  /**
   * Keeps bytes whose blocks are not known yet. Blocks of the session that are parts of what is read of them need not be written again.
   *
   * @returns undefined for a while where blocks of what was staged before were here already, or are small: it is deleted then
   * @throws why the bytes cannot be read or kept
   */
  async stage (session: SessionState, content: Blob): Promise<KeptBytes | undefined> {
    const unused = session.staged.filter(({ live, dropped }) => live === 0 && !dropped)

    if (unused.length >= MAX_UNUSED) {
      unused.forEach((staged) => { staged.dropped = true })
      session.rest = REST
      await this.#queue.run(() => this.#context.database.write('unstage', DROP_STORES, 'relaxed', async (tx) => { for (const { segment } of unused) await dropUnused(tx, segment) }))
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

  /** A segment that is in the journal of the session. */
  async #reserve (session: SessionState): Promise<number> {
    while (session.reserved.length === 0) {
      await this.#reserveMore(session)
    }

    const segment = session.reserved.shift()!

    // for who needs many, before they are needed: it waits for what is being written
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
    }).finally(() => { session.reserving = undefined })
  }

  /** Takes back what only this session put and what has not been started. */
  withdraw (session: SessionState): void {
    const keys = [this.#placed, this.#group].flatMap((group) => group.withdraw(session))
    keys.forEach((key) => { this.#drop(key) })

    if (keys.length > 0) {
      this.#context.onWithdrawn()
    }
  }

  /**
   * Gives what a session brought to the store, durably, in the transaction of its last group: a command with a few
   * blocks is one transaction in all.
   *
   * @throws why a write of the session failed
   */
  async commit (session: SessionState): Promise<void> {
    await this.#end(session, (group) => { group.commit(session) })
  }

  /**
   * Makes what a session brought durable, and its name, by which it can be committed elsewhere.
   *
   * @throws why a write of the session failed
   */
  async prepare (session: SessionState): Promise<void> {
    await this.#end(session, (group) => { group.prepares.add(session) })
  }

  /** Runs a write transaction after all that was put before. */
  after<T> (job: () => Promise<T>): Promise<T> {
    this.#close()
    return this.#queue.run(job)
  }

  /** Resolves when all that was put before is written, or has failed. @param session - of which nothing is on its way then, whatever it waited for */
  async drain (session?: SessionState): Promise<void> {
    this.#close()
    await this.#settled(session)
  }

  async #settled (session?: SessionState): Promise<void> {
    do {
      await Promise.all([this.#queue.drain(), this.#staging.drain()])
    } while (session != null && session.unwritten > 0)
  }

  /** The groups before must have come through, or their loss would go unseen. */
  async #end (session: SessionState, join: (group: WriteGroup) => void): Promise<void> {
    if (this.#group.sessions.has(session)) {
      this.#closeGroup(this.#placed)
    }

    if (session.unwritten > 0) {
      await this.#settled(session)
    }

    if (session.failure != null) {
      throw session.failure
    }

    const group = this.#placed.sessions.has(session) ? this.#placed : this.#group
    join(group)

    // who ends while something is being written shares the next transaction; what makes room has nothing to do with those who need it
    if (this.#queue.idle || session.bounds.makesRoom === true) {
      this.#closeGroup(group)
    }

    await group.written
  }

  /** Plain puts wait until nothing is being written, sessions that end until something has been. */
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
    group.sessions.forEach((session) => { session.unwritten++ })
    const bytes = [...group.blocks.values()].reduce((sum, block) => group.stagedOf(block) == null ? sum + block.length : sum, 0)
    const { makesRoom } = group

    this.#queue.run(() => {
      group.start()
      const written = writeBlocks(group, this.#context)
      return makesRoom ? written.catch(async (err: unknown) => { await this.#writeWithRoom(group, err) }) : written
    }, this.#room(makesRoom ? 0 : bytes)).then(() => {
      this.#forget(group)

      if (group.isMarked) {
        this.#context.onMarked(group.blocks)
      }

      group.finish()
    }, (err: Error) => {
      this.#forget(group)
      this.#fail(group, err)
    })
  }

  /** Once more, in the room that is kept for who removes, as soon as it has come. @throws why there is none, or it is not enough */
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

  /** Refuses what the disk has no room for, before it is written. */
  #room (bytes: number): () => Promise<void> | undefined {
    return () => bytes === 0 || this.#quota.take(bytes) ? undefined : this.#quota.ensure(bytes)
  }

  #forget (group: WriteGroup): void {
    this.#closed.delete(group)
    group.sessions.forEach((session) => { session.unwritten-- })

    for (const [key, block] of group.blocks) {
      // a later group may hold the same block
      if (this.#pending.get(key) === block) {
        this.#drop(key)
      }
    }
  }

  /** A group gives a block up that was its own to show; an earlier one may hold it too and be on its way still. */
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

    // whoever waits for room learns at the next put
    group.start()
    group.fail(err)
  }
}
