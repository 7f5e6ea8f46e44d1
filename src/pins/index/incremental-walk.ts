import type { CID } from 'multiformats/cid'
import type { BlockReader } from '../../blocks/reader/block-reader.ts'
import type { CidFilter } from '../../cid/sets/cid-filter.ts'
import { ROOT_BATCH } from '../../dag/walk.ts'
import { mayHaveDescendants } from '../../ipld/registry/links.ts'
import type { PinStore } from '../store/pin-store.ts'
import type { SavedWalk } from '../walk-log/pin-walk-log.ts'
import { PinWalk } from './pin-walk.ts'
import type { BrokenRoot, PinWalkOptions } from './pin-walk.ts'
import { WalkedRoots } from './walked-roots.ts'

/** Limit of remembered pins that are still to be walked, and of pins that cannot be walked. */
const MAX_WAITING = 10_000

/** New CIDs, or pins, after which a complete walk is saved. */
const SAVE_CIDS = 4096
const SAVE_ROOTS = 512

/**
 * New CIDs, or pins, after which the progress of a walk is saved: seldom enough to write each page of the filter only a
 * few times.
 */
const PART_CIDS = 65_536
const PART_ROOTS = 8192

export interface OpenWalkOptions {
  signal: AbortSignal
  /**
   * Whether progress must be saved, and the walk must reject if that fails. For a repo without a saved walk this writes
   * a row per pin first. A walk that a request waits for skips it, and is saved when it is complete.
   */
  mustKeep: () => boolean
}

/**
 * The walk below all recursive pins: the blocks that it has met, and the pins that are left. It continues where it
 * stopped, in this worker or an earlier one, and includes pins that are added. Blocks below a removed pin stay in the
 * filter.
 */
export class IncrementalWalk {
  readonly #pins: PinStore
  readonly #blocks: BlockReader
  readonly #maxLeaves: number | undefined
  #walk: PinWalk | undefined
  /** filter of the previous, complete walk; undefined if pins were added since, and once this walk is complete */
  #before: CidFilter | undefined
  /** pins that were added since the walk began */
  #waiting: CID[] = []
  /** pins that the walk has not reached yet */
  #coming: AsyncIterator<CID> | undefined
  #broken: BrokenRoot[] = []
  #unsavedRoots = 0
  #savedSize = 0
  /** whether saved progress is updated pin by pin */
  #isFollowed = false
  /** whether no walk is saved */
  #isNew = false
  /** roots that were walked, and are still saved as unwalked */
  #walked: CID[] = []

  /**
   * @param blocks - reads the local store only
   * @param maxLeaves - see `WalkedRoots`
   */
  constructor (pins: PinStore, blocks: BlockReader, maxLeaves?: number) {
    this.#pins = pins
    this.#blocks = blocks
    this.#maxLeaves = maxLeaves
    pins.watch((roots) => {
      this.#takeUp(roots)
    })
  }

  /**
   * Whether there is a walk to continue. False at first, after `forget`, and if more pins were added than can be
   * remembered.
   */
  get isOpen (): boolean {
    return this.#walk != null
  }

  /** Whether this walk has met all blocks below recursive pins. */
  get isComplete (): boolean {
    return this.#walk != null && this.#waiting.length === 0 && this.#coming == null && this.#broken.length === 0
  }

  /** Whether there are pins that `step` would walk. */
  get isBehind (): boolean {
    return this.#waiting.length > 0 || this.#coming != null
  }

  /** Whether the next worker would continue from here. */
  get isKept (): boolean {
    return this.#isFollowed && this.#unsavedRoots === 0
  }

  /** The reason why the blocks below a pin are unknown; undefined if all are known. */
  get fault (): Error | undefined {
    return this.#broken.at(0)?.error
  }

  /** Whether this walk is complete, or the previous one was and no pin was added since. */
  get isCurrent (): boolean {
    return this.#before != null || this.isComplete
  }

  /**
   * Returns whether a block is known to lie below no recursive pin, under any of its CIDs. A pinned root itself may lie
   * below none.
   */
  isBelowNone (cid: CID): boolean {
    return this.isCurrent && (this.#before ?? this.#walk?.filter)?.mayHave(cid) === false
  }

  /** Returns a root below which a CID was met, if it is remembered. The root may no longer be pinned. */
  rootOf (cid: CID): CID | undefined {
    return this.#walk?.rootOf(cid)
  }

  /** Same as `rootOf`, for any CID that names the block. */
  rootOfBlock (cid: CID): CID | undefined {
    return this.#walk?.rootOfBlock(cid)
  }

  /**
   * Continues where the previous worker stopped.
   *
   * @returns whether this is a full walk, because nothing was saved
   * @throws the errors of the pin store if progress must be saved; the signal's reason
   */
  async open (options: OpenWalkOptions): Promise<boolean> {
    const saved = await this.#load(options)
    this.#isNew = saved == null

    if (saved == null) {
      this.begin()
      return true
    }

    this.#start(saved.unwalked, saved.filter)
    this.#savedSize = saved.filter.size
    this.#isFollowed = true
    return saved.filter.size === 0
  }

  /** Starts a walk of all pins. The result of a complete previous walk remains valid until pins are added. */
  begin (): void {
    const before = this.isComplete ? this.#walk?.filter : undefined
    this.#start(rootsOf(this.#pins))
    this.#before = before
  }

  /** Discards the walk after an error of the pin store: it may be incomplete. */
  forget (): void {
    this.#walk = undefined
    this.#before = undefined
  }

  /** Queues the broken roots again: their missing blocks may have arrived. */
  retry (): void {
    this.#waiting.push(...this.#broken.splice(0).map(({ root }) => root))
  }

  /**
   * Walks some more pins.
   *
   * @returns false if none were left
   * @throws the errors of the pin store, and an error if too many pins cannot be walked
   */
  async step (options: PinWalkOptions): Promise<boolean> {
    const walk = this.#walk
    const roots = walk == null ? [] : await this.#nextRoots()

    if (walk == null || roots.length === 0) {
      return false
    }

    const { done, broken } = await walk.walk(roots, {
      ...options,
      onVisit: (cid, root) => this.#visit(cid, root, options)
    })

    // More pins were added meanwhile than can be remembered: there is no walk to continue.
    if (walk !== this.#walk) {
      return true
    }

    this.#unsavedRoots += done
    this.#follow(roots.slice(0, done), broken)
    this.#waiting.unshift(...roots.slice(done))

    for (const fault of broken) {
      // A pin that was removed meanwhile does not matter.
      if ((await this.#pins.get(fault.root))?.mode === 'recursive') {
        this.#broken.push(fault)
      }
    }

    if (this.#broken.length > MAX_WAITING) {
      throw this.#broken[0].error
    }

    if (this.#walked.length >= PART_ROOTS || walk.filter.size - this.#savedSize >= PART_CIDS) {
      await this.#advance()
    }

    return true
  }

  /**
   * Saves a complete walk, so that the next worker need not repeat it.
   *
   * @param all - also if little of it is new, and if some pins cannot be walked
   */
  async save ({ all = false } = {}): Promise<void> {
    await this.#pins.walks.descendants.flush()
    const filter = this.#walk?.filter

    if (filter == null || this.isKept) {
      return
    }

    if (!this.isComplete) {
      await (all && !this.isBehind ? this.#advance() : undefined)
      return
    }

    this.#before = undefined

    // Without a saved walk the next worker would have to read all pins to find the few that have links.
    if (!all && !this.#isNew && filter.size - this.#savedSize < SAVE_CIDS && this.#unsavedRoots < SAVE_ROOTS) {
      return
    }

    let isComplete = true
    const isFollowed = this.#isFollowed
    this.#isFollowed = false

    try {
      await this.#pins.walks.save(() => {
        isComplete = this.isComplete
        return isComplete ? filter : undefined
      })
      this.#isFollowed = isComplete || isFollowed
      this.#isNew &&= !isComplete
    } catch {
      // Full disk: answers stay correct without the saved walk.
    }

    if (isComplete) {
      this.#keepFrom(filter)
    }
  }

  async #load ({ signal, mustKeep }: OpenWalkOptions): Promise<SavedWalk | undefined> {
    const { walks } = this.#pins

    try {
      const saved = await walks.load()

      if (saved != null || !mustKeep()) {
        return saved
      }

      await walks.begin(() => asLongAs(mustKeep, rootsOf(this.#pins)), { signal })
      return await walks.load()
    } catch (err) {
      if (mustKeep() || signal.aborted) {
        throw err
      }
    }
  }

  #visit (cid: CID, root: CID, { onVisit }: PinWalkOptions): Promise<void> | undefined {
    void onVisit(cid, root)

    // A root itself is found among the pins.
    return cid === root ? undefined : this.#pins.walks.descendants.add(cid, root)
  }

  #follow (walked: CID[], broken: BrokenRoot[]): void {
    if (this.#isFollowed) {
      const left = new Set(broken.map(({ root }) => root))
      this.#walked.push(...walked.filter((root) => !left.has(root)))
    }
  }

  /** Saves the progress of the walk. */
  async #advance (): Promise<void> {
    const filter = this.#walk?.filter

    if (filter == null || !this.#isFollowed) {
      return
    }

    await this.#pins.walks.descendants.flush()
    // If that fails, these pins stay unwalked for the next worker.
    await this.#pins.walks.advance({ filter, walked: this.#walked }).catch(() => {
      this.#isFollowed = false
    })
    this.#keepFrom(filter)
  }

  #keepFrom ({ size }: CidFilter): void {
    this.#savedSize = size
    this.#unsavedRoots = 0
    this.#walked = []
  }

  #start (roots: AsyncIterable<CID>, filter?: CidFilter): void {
    this.#walk = new PinWalk(this.#blocks, filter, new WalkedRoots(this.#maxLeaves))
    this.#before = undefined
    this.#coming = roots[Symbol.asyncIterator]()
    this.#waiting = []
    this.#broken = []
    this.#unsavedRoots = 0
    this.#savedSize = 0
    this.#isFollowed = false
    this.#walked = []
  }

  #takeUp (roots: readonly CID[]): void {
    // Without a walk they are among the pins with which the next one begins.
    if (this.#walk == null) {
      return
    }

    if (this.#waiting.length + roots.length > MAX_WAITING) {
      this.forget()
    } else {
      roots.forEach((cid) => {
        this.#waiting.push(cid)
      })
      this.#before = undefined
    }
  }

  async #nextRoots (): Promise<CID[]> {
    const roots = this.#waiting.splice(0, ROOT_BATCH)

    while (roots.length < ROOT_BATCH && this.#coming != null) {
      const { done, value } = await this.#coming.next()

      if (done === true) {
        this.#coming = undefined
      } else {
        roots.push(value)
      }
    }

    return roots
  }
}

/**
 * Yields roots as long as progress must be saved.
 *
 * @throws if a request has started to wait for the walk
 */
async function* asLongAs (mustKeep: () => boolean, roots: AsyncIterable<CID>): AsyncGenerator<CID> {
  for await (const root of roots) {
    if (!mustKeep()) {
      throw new Error('a question came')
    }

    yield root
  }
}

async function* rootsOf (pins: PinStore): AsyncGenerator<CID> {
  for await (const { cid } of pins.list('recursive', { names: false })) {
    if (mayHaveDescendants(cid)) {
      yield cid
    }
  }
}
