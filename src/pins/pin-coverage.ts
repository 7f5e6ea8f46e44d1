import type { CID } from 'multiformats/cid'
import type { BlockReader } from '../blocks/block-reader.ts'
import type { CidFilter } from '../cid/cid-filter.ts'
import { ROOT_LOT } from '../dag/root-lot.ts'
import type { PinStore } from './pin-store.ts'
import { mayKeepOthers } from './may-keep-others.ts'
import { PinWalk } from './pin-walk.ts'
import type { BrokenRoot, PinWalkOptions } from './pin-walk.ts'
import type { SavedWalk } from './walk-record.ts'
import { WalkedRoots } from './walked-roots.ts'

/** Pins that are remembered because they have to be walked, and pins that cannot be walked. */
const MAX_WAITING = 10_000

/** A walk is kept when so much of it is new, in CIDs or in pins. */
const SAVE_CIDS = 4096
const SAVE_ROOTS = 512

/** How far a walk is is kept each time it came so much further: seldom enough to write each page of the filter a few times. */
const PART_CIDS = 65_536
const PART_ROOTS = 8192

export interface OpenWalkOptions {
  signal: AbortSignal
  /**
   * Whether how far the walk comes is to be kept, and to reject where that cannot be. Where nothing is known of many pins it takes a row
   * for each of them beforehand: a walk that somebody waits for goes without, and is kept when it is complete.
   */
  mustKeep: () => boolean
}

/**
 * The walk below all recursive pins: what it has met, and which pins are left. It goes on from where it was, in this worker
 * or in one before, and takes up the pins that come; a pin that goes leaves what was met below it.
 */
export class PinCoverage {
  readonly #pins: PinStore
  readonly #blocks: BlockReader
  readonly #maxLeaves: number | undefined
  #walk: PinWalk | undefined
  /** of the walk before, which was complete; undefined when pins came since, and when this one is complete */
  #before: CidFilter | undefined
  /** pins that came since the walk began */
  #waiting: CID[] = []
  /** pins that the walk has still to come to */
  #coming: AsyncIterator<CID> | undefined
  #broken: BrokenRoot[] = []
  #unsavedRoots = 0
  #savedSize = 0
  /** what is kept of this walk follows it, pin by pin */
  #isFollowed = false
  /** nothing is kept of any walk */
  #isNew = false
  /** roots that are walked, and kept as unwalked yet */
  #walked: CID[] = []

  /**
   * @param blocks - reads the local store alone
   * @param maxLeaves - of `WalkedRoots`
   */
  constructor (pins: PinStore, blocks: BlockReader, maxLeaves?: number) {
    this.#pins = pins
    this.#blocks = blocks
    this.#maxLeaves = maxLeaves
    pins.watch((roots) => { this.#takeUp(roots) })
  }

  /** There is a walk to go on with. False at first, after `forget`, and when more pins came than are remembered. */
  get isOpen (): boolean {
    return this.#walk != null
  }

  /** Whether this walk has met all that lies below recursive pins. */
  get isComplete (): boolean {
    return this.#walk != null && this.#waiting.length === 0 && this.#coming == null && this.#broken.length === 0
  }

  /** Whether there are pins that `step` would walk. */
  get isBehind (): boolean {
    return this.#waiting.length > 0 || this.#coming != null
  }

  /** Whether the next worker would begin where this one is. */
  get isKept (): boolean {
    return this.#isFollowed && this.#unsavedRoots === 0
  }

  /** Why it is not known what lies below a pin; undefined where that is not so. */
  get fault (): Error | undefined {
    return this.#broken.at(0)?.error
  }

  /** Whether all of it was met by this walk, or by the one before and no pin came since. */
  get isCurrent (): boolean {
    return this.#before != null || this.isComplete
  }

  /** Whether it is known that a block lies below no recursive pin, whatever CID names it. A pin itself may lie below none. */
  isBelowNone (cid: CID): boolean {
    return this.isCurrent && (this.#before ?? this.#walk?.filter)?.mayHave(cid) === false
  }

  /** A root below which a CID was met, as far as it is remembered; it may be a pin no more. */
  rootOf (cid: CID): CID | undefined {
    return this.#walk?.rootOf(cid)
  }

  /** The same of any CID that names the same block. */
  rootOfBlock (cid: CID): CID | undefined {
    return this.#walk?.rootOfBlock(cid)
  }

  /**
   * Goes on where the last worker was.
   *
   * @returns whether the walk is a whole one, since nothing is known
   * @throws what the pins throw when it must be kept; the reason of the signal
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

  /** Walks all pins, as if nothing were known. What a complete walk before says of a block counts until pins come. */
  begin (): void {
    const before = this.isComplete ? this.#walk?.filter : undefined
    this.#start(rootsOf(this.#pins))
    this.#before = before
  }

  /** After an error of the pins: what is known may not be all. */
  forget (): void {
    this.#walk = undefined
    this.#before = undefined
  }

  /** What was missing may have come. */
  retry (): void {
    this.#waiting.push(...this.#broken.splice(0).map(({ root }) => root))
  }

  /**
   * Walks some pins more.
   *
   * @returns false when there were none left
   * @throws what the pins throw, and when very many of them cannot be walked
   */
  async step (options: PinWalkOptions): Promise<boolean> {
    const walk = this.#walk
    const roots = walk == null ? [] : await this.#nextRoots()

    if (walk == null || roots.length === 0) {
      return false
    }

    const { done, broken } = await walk.walk(roots, { ...options, onMet: (cid, root) => this.#onMet(cid, root, options) })

    // more pins came meanwhile than are remembered: there is nothing to go on with
    if (walk !== this.#walk) {
      return true
    }

    this.#unsavedRoots += done
    this.#follow(roots.slice(0, done), broken)
    this.#waiting.unshift(...roots.slice(done))

    for (const fault of broken) {
      // one that has gone meanwhile is nobody's concern
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
   * Keeps a complete walk, so that the next worker needs not walk what this one has walked.
   *
   * @param all - also when little of it is new, and where pins are left that cannot be walked
   */
  async save ({ all = false } = {}): Promise<void> {
    await this.#pins.walks.met.flush()
    const filter = this.#walk?.filter

    if (filter == null || this.isKept) {
      return
    }

    if (!this.isComplete) {
      await (all && !this.isBehind ? this.#advance() : undefined)
      return
    }

    this.#before = undefined

    // where nothing is kept, the next worker would have to go through all pins to find the few that have links
    if (!all && !this.#isNew && filter.size - this.#savedSize < SAVE_CIDS && this.#unsavedRoots < SAVE_ROOTS) {
      return
    }

    let isComplete = true
    const isFollowed = this.#isFollowed
    this.#isFollowed = false

    try {
      await this.#pins.walks.save(() => (isComplete = this.isComplete) ? filter : undefined)
      this.#isFollowed = isComplete || isFollowed
      this.#isNew &&= !isComplete
    } catch {
      // a full disk: the answers are right all the same
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

  #onMet (cid: CID, root: CID, { onMet }: PinWalkOptions): Promise<void> | undefined {
    void onMet(cid, root)

    // a root itself is found among the pins
    return cid === root ? undefined : this.#pins.walks.met.add(cid, root)
  }

  #follow (walked: CID[], broken: BrokenRoot[]): void {
    if (this.#isFollowed) {
      const left = new Set(broken.map(({ root }) => root))
      this.#walked.push(...walked.filter((root) => !left.has(root)))
    }
  }

  /** Keeps how far the walk is. */
  async #advance (): Promise<void> {
    const filter = this.#walk?.filter

    if (filter == null || !this.#isFollowed) {
      return
    }

    await this.#pins.walks.met.flush()
    // where that fails, its pins stay unwalked for the next worker
    await this.#pins.walks.advance({ filter, walked: this.#walked }).catch(() => { this.#isFollowed = false })
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
    // without a walk they will be among those that it begins with
    if (this.#walk == null) {
      return
    }

    if (this.#waiting.length + roots.length > MAX_WAITING) {
      this.forget()
    } else {
      roots.forEach((cid) => { this.#waiting.push(cid) })
      this.#before = undefined
    }
  }

  async #nextRoots (): Promise<CID[]> {
    const roots = this.#waiting.splice(0, ROOT_LOT)

    while (roots.length < ROOT_LOT && this.#coming != null) {
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

/** @throws when somebody has begun to wait for the walk */
async function * asLongAs (mustKeep: () => boolean, roots: AsyncIterable<CID>): AsyncGenerator<CID> {
  for await (const root of roots) {
    if (!mustKeep()) {
      throw new Error('a question came')
    }

    yield root
  }
}

async function * rootsOf (pins: PinStore): AsyncGenerator<CID> {
  for await (const { cid } of pins.list('recursive', { names: false })) {
    if (mayKeepOthers(cid)) {
      yield cid
    }
  }
}
