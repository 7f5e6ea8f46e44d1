import { GROUP_MAX_BLOCKS, GROUP_MAX_BYTES } from '../schema/schema.ts'
import type { SessionState, StagedSegment } from './staging/session-state.ts'

/** A block to be written, with the sessions that put it. */
export interface PendingBlock {
  multihash: Uint8Array
  /** The bytes for the segment: the whole block, or the payload of a leaf (`extentOf`). */
  kept: Uint8Array
  isContent: boolean
  /** length of the block in bytes */
  length: number
  /** whether a plain put was involved: the block belongs to the store from its first moment */
  plain: boolean
  sessions: Set<SessionState>
  /** staged segment that contains the bytes already */
  staged?: StagedSegment
}

/** The blocks of one write transaction. */
export class WriteGroup {
  readonly blocks = new Map<string, PendingBlock>()
  readonly started: Promise<void>
  readonly written: Promise<void>
  start!: () => void
  finish!: () => void
  fail!: (err: unknown) => void
  /** sessions that end with this group: the same transaction commits their blocks and deletes their journal */
  readonly commits = new Set<SessionState>()
  /** sessions that this group prepares: the same transaction writes their names into the journal */
  readonly prepares = new Set<SessionState>()
  bytes = 0
  /** limits of the store, and of all sessions with blocks in it */
  #maxBytes = GROUP_MAX_BYTES
  #maxBlocks = GROUP_MAX_BLOCKS
  /** Whether a plain put waits for the group, so that it is written before it is full. */
  urgent = false

  constructor () {
    this.started = new Promise((resolve) => {
      this.start = resolve
    })
    this.written = new Promise((resolve, reject) => {
      this.finish = resolve
      this.fail = reject
    })
    this.written.catch(() => {})
  }

  get full (): boolean {
    return this.bytes >= this.#maxBytes || this.blocks.size >= this.#maxBlocks
  }

  get empty (): boolean {
    return this.blocks.size === 0 && this.commits.size === 0 && this.prepares.size === 0
  }

  /** Whether the group ends sessions, which wait for its write. */
  get ends (): boolean {
    return this.commits.size > 0 || this.prepares.size > 0
  }

  /** Whether its transaction writes the mark of a session. */
  get isMarked (): boolean {
    return [...this.commits].some(({ mark }) => mark != null)
  }

  /** Whether all its sessions make room for a removal (`WriteBounds`). */
  get makesRoom (): boolean {
    const all = [...this.sessions, ...this.commits, ...this.prepares]
    return all.length > 0 && all.every(({ bounds }) => bounds.makesRoom === true)
  }

  /** The sessions that have blocks in it. */
  get sessions (): Set<SessionState> {
    return new Set([...this.blocks.values()].flatMap(({ sessions }) => [...sessions]))
  }

  /**
   * Adds a block. A block that is put repeatedly is added once.
   *
   * @returns its entry
   */
  add (
    key: string,
    taken: Pick<PendingBlock, 'multihash' | 'kept' | 'isContent' | 'length' | 'staged'>,
    session?: SessionState
  ): PendingBlock {
    let block = this.blocks.get(key)

    if (block == null) {
      block = { ...taken, plain: false, sessions: new Set() }
      this.blocks.set(key, block)
      this.bytes += block.length
    }

    if (session == null) {
      block.plain = true
      this.urgent = true
    } else {
      const { blocks = Infinity, bytes = Infinity } = session.bounds
      this.#maxBlocks = Math.min(this.#maxBlocks, blocks)
      this.#maxBytes = Math.min(this.#maxBytes, bytes)
      block.sessions.add(session)
    }

    return block
  }

  /** Commits a session by the transaction of the group. The session then owns none of the blocks in it. */
  commit (session: SessionState): void {
    this.commits.add(session)

    for (const block of this.blocks.values()) {
      block.plain ||= block.sessions.delete(session)
    }
  }

  /**
   * Returns the staged segment that already contains a block. Counts only for the session that staged it, because a
   * rollback of that session deletes the segment.
   */
  stagedOf ({ staged, sessions }: PendingBlock): StagedSegment | undefined {
    return staged != null && !staged.dropped && (sessions.has(staged.session) || this.commits.has(staged.session))
      ? staged
      : undefined
  }

  /**
   * Removes the blocks that only this session put.
   *
   * @returns their keys
   */
  withdraw (session: SessionState): string[] {
    const withdrawn: string[] = []

    for (const [key, block] of this.blocks) {
      if (block.sessions.delete(session) && block.sessions.size === 0 && !block.plain) {
        this.blocks.delete(key)
        this.bytes -= block.length
        withdrawn.push(key)
      }
    }

    return withdrawn
  }
}
