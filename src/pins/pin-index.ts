import type { CID } from 'multiformats/cid'
import type { BlockReader } from '../blocks/block-reader.ts'
import { multihashKey } from '../cid/multihash-key.ts'
import type { Pin, PinStore } from './pin-store.ts'
import { PinQuestion } from './pin-question.ts'
import { PinWalk } from './pin-walk.ts'
import type { BrokenRoot } from './pin-walk.ts'

/** Recursive pins that are walked together: reading many small DAGs one after the other is slow. */
const LOT = 256

/** CIDs that a walk goes on for when nobody waits for it any more: mostly to the end of the pin, so that the next question does not begin anew. */
const GRACE_CIDS = 10_000

/** Pins that are remembered because they have to be walked, and pins that cannot be walked; with more of them the walk begins anew. */
const MAX_WAITING = 10_000

/** A walk is kept when so much of it is new, in CIDs or in pins. */
const SAVE_CIDS = 4096
const SAVE_ROOTS = 512

/** Blocks of which it was found out that they lie below no pin although the filter does not know. */
const MAX_REFUTED = 1000

/** How a block is kept. */
export type Keeper = { mode: 'recursive' | 'direct' } | { mode: 'indirect', through: CID }

/**
 * Tells what lies below recursive pins. Pins are records of roots alone, so that has to be walked: one walk, which all
 * questions share, and which goes on when one of them is given up. A pin is walked once: a filter of what was met
 * (1.5 bytes a block) outlives the worker and answers at once of most blocks that they lie below no pin. The root of one that
 * does is remembered for the first 500,000 CIDs, and looked for by a walk beyond that.
 * A pin that goes costs nothing: the filter then knows too much, which a walk finds out when somebody asks for it.
 *
 * Leaves are not read; their CID is enough, so a walk reads one block in 175 of a file with raw leaves. It reads blocks of
 * this machine alone: a question about pins does not wait for the network.
 */
export class PinIndex {
  readonly #pins: PinStore
  readonly #blocks: BlockReader
  readonly #questions = new Set<PinQuestion>()
  readonly #refuted = new Set<string>()
  #walk: PinWalk | undefined
  /** pins that came since the walk began */
  #waiting: CID[] = []
  /** pins that the walk has still to come to */
  #coming: AsyncIterator<CID> | undefined
  #broken: BrokenRoot[] = []
  #isOverrun = false
  /** of the walk, while it goes on */
  #leaving: AbortController | undefined
  /** CIDs that were met while nobody waited */
  #unwanted = 0
  #unsavedRoots = 0
  #savedSize = 0

  /** @param blocks - reads the local store alone */
  constructor (pins: PinStore, blocks: BlockReader) {
    this.#pins = pins
    this.#blocks = blocks
    pins.watch((put) => { this.#takeOver(put) })
  }

  /**
   * The recursive pins below which these very CIDs lie, one for each; undefined for a CID that lies below none.
   *
   * @throws an error named BlockNotFoundError when that cannot be known, since blocks of a pin are missing
   */
  async through (cids: readonly CID[], { signal }: { signal: AbortSignal }): Promise<Array<CID | undefined>> {
    return await Promise.all(cids.map(async (cid) => await this.#ask(new PinQuestion(cid, true), signal)))
  }

  /**
   * What keeps a block, whatever CID it is asked by: a CIDv1 or a raw CID of a block that is pinned as CIDv0 is kept by that pin.
   *
   * @throws as `through`
   */
  async keeper (cid: CID, { signal }: { signal: AbortSignal }): Promise<Keeper | undefined> {
    const pin = await this.#ownPin(cid)

    if (pin != null) {
      return { mode: pin.mode }
    }

    const through = await this.#ask(new PinQuestion(cid, false), signal)
    return through == null ? undefined : { mode: 'indirect', through }
  }

  /** As `keeper`, as far as it is known without a walk: for those who hold a lock, and have asked before. */
  async knownKeeper (cid: CID): Promise<Keeper | 'none' | 'unknown'> {
    const pin = await this.#ownPin(cid)

    if (pin != null) {
      return { mode: pin.mode }
    }

    const question = new PinQuestion(cid, false)
    const through = await this.#remembered(question)
    return through != null ? { mode: 'indirect', through } : this.#isNone(question) ? 'none' : 'unknown'
  }

  async #ownPin (cid: CID): Promise<Pin | undefined> {
    const pins = await this.#pins.ofBlock(cid)
    return pins.find((pin) => pin.cid.equals(cid)) ?? pins.at(0)
  }

  async #ask (question: PinQuestion, signal: AbortSignal): Promise<CID | undefined> {
    signal.throwIfAborted()
    const aborted = (): void => { question.reject(signal.reason as Error) }
    signal.addEventListener('abort', aborted, { once: true })
    this.#questions.add(question)
    this.#unwanted = 0

    if (this.#leaving == null) {
      void this.#run()
    }

    try {
      return await question.answer
    } finally {
      this.#questions.delete(question)
      signal.removeEventListener('abort', aborted)
    }
  }

  /** Walks until all questions are answered. */
  async #run (): Promise<void> {
    this.#leaving = new AbortController()

    try {
      await this.#open()
      // what was missing may have come
      this.#waiting.push(...this.#broken.splice(0).map(({ root }) => root))

      while (this.#questions.size > 0 && !this.#leaving.signal.aborted) {
        for (const question of this.#questions) {
          await this.#look(question)
        }

        if (this.#questions.size > 0) {
          await this.#step(this.#leaving.signal)
        }
      }
    } catch (err) {
      this.#walk = undefined
      this.#questions.forEach((question) => { question.reject(err as Error) })
      this.#questions.clear()
    }

    this.#leaving = undefined

    // asked when the walk was given up already
    if (this.#questions.size > 0) {
      void this.#run()
    }
  }

  /** Goes on where the last walk was, this worker's or one before. */
  async #open (): Promise<void> {
    if (this.#walk != null) {
      return
    }

    const saved = await this.#pins.walks.load().catch(() => undefined)

    if (saved == null) {
      this.#begin()
    } else {
      this.#start(new PinWalk(this.#blocks, saved.filter), saved.unwalked)
      this.#savedSize = saved.filter.size
    }
  }

  /** Walks all pins, as if nothing were known. */
  #begin (): void {
    this.#start(new PinWalk(this.#blocks), rootsOf(this.#pins))
    this.#questions.forEach((question) => { question.begin() })
  }

  #start (walk: PinWalk, roots: AsyncIterable<CID>): void {
    this.#walk = walk
    this.#coming = roots[Symbol.asyncIterator]()
    this.#waiting = []
    this.#broken = []
    this.#isOverrun = false
    this.#unsavedRoots = 0
    this.#savedSize = 0
  }

  #takeOver (put: readonly Pin[]): void {
    // without a walk they will be among all pins
    for (const { cid, mode } of this.#walk == null ? [] : put) {
      if (mode === 'recursive') {
        this.#waiting.push(cid)
      }
    }

    if (this.#waiting.length > MAX_WAITING) {
      this.#waiting = []
      this.#isOverrun = true
    }
  }

  /** Answers what is known already. */
  async #look (question: PinQuestion): Promise<void> {
    const through = await this.#remembered(question)

    if (through != null) {
      this.#resolve(question, through)
    }
  }

  #resolve (question: PinQuestion, through: CID | undefined): void {
    this.#questions.delete(question)
    question.resolve(through)
  }

  /** The pin by which a CID was met, if it is remembered and still there. */
  async #remembered ({ cid, exact }: PinQuestion): Promise<CID | undefined> {
    const root = this.#walk?.rootOf(cid) ?? (exact ? undefined : this.#walk?.rootOfBlock(cid))
    return root != null && await this.#isPinned(root) ? root : undefined
  }

  async #isPinned (root: CID): Promise<boolean> {
    return (await this.#pins.get(root))?.mode === 'recursive'
  }

  /** Whether all that lies below pins was met. */
  #isComplete (): boolean {
    return this.#walk != null && this.#waiting.length === 0 && this.#coming == null && this.#broken.length === 0 && !this.#isOverrun
  }

  #isNone ({ cid, key }: PinQuestion): boolean {
    return this.#isComplete() && (this.#walk?.filter.mayHave(cid) === false || this.#refuted.has(key))
  }

  async #step (signal: AbortSignal): Promise<void> {
    if (this.#isOverrun) {
      this.#begin()
    }

    const walk = this.#walk as PinWalk
    const roots = await this.#nextRoots()

    if (roots.length === 0) {
      await this.#conclude()
      return
    }

    const { done, broken } = await walk.walk(roots, { signal, onMet: (cid, root) => { this.#met(cid, root) } })
    this.#unsavedRoots += done
    this.#waiting.unshift(...roots.slice(done))

    for (const fault of broken) {
      // one that has gone meanwhile is nobody's concern
      if (await this.#isPinned(fault.root)) {
        this.#broken.push(fault)
      }
    }

    if (this.#broken.length > MAX_WAITING) {
      throw this.#broken[0].error
    }
  }

  async #nextRoots (): Promise<CID[]> {
    const roots = this.#waiting.splice(0, LOT)

    while (roots.length < LOT && this.#coming != null) {
      const { done, value } = await this.#coming.next()

      if (done === true) {
        this.#coming = undefined
      } else {
        roots.push(value)
      }
    }

    return roots
  }

  #met (cid: CID, root: CID): void {
    if (this.#refuted.size > 0 || this.#questions.size > 0) {
      const key = multihashKey(cid.multihash.bytes)
      this.#refuted.delete(key)

      for (const question of this.#questions) {
        if (question.key === key) {
          question.offer(cid, root, async (root) => await this.#isPinned(root))
        }
      }
    }

    if (this.#questions.size === 0 && ++this.#unwanted > GRACE_CIDS) {
      this.#leaving?.abort(new DOMException('nobody waits for the walk any more', 'AbortError'))
    }
  }

  /** Nothing is left to be walked. */
  async #conclude (): Promise<void> {
    let isDoubtful = false

    for (const question of this.#questions) {
      const isRefuted = await question.isRefuted()

      if (question.isAnswered) {
        continue
      }

      if (this.#broken.length > 0) {
        question.reject(this.#broken[0].error)
        this.#questions.delete(question)
      } else if (!this.#isComplete()) {
        return // pins came while one was looked at
      } else if (this.#isNone(question)) {
        this.#resolve(question, undefined)
      } else if (isRefuted) {
        this.#refute(question)
      } else {
        isDoubtful = true
      }
    }

    if (isDoubtful) {
      this.#begin()
    } else {
      await this.#save()
    }
  }

  /** The filter has to be mistaken, or knows it from a pin that has gone. */
  #refute (question: PinQuestion): void {
    this.#refuted.add(question.key)

    for (const oldest of this.#refuted) {
      if (this.#refuted.size <= MAX_REFUTED) {
        break
      }

      this.#refuted.delete(oldest)
    }

    this.#resolve(question, undefined)
  }

  /** So that the next worker needs not walk what this one has walked. */
  async #save (): Promise<void> {
    const { filter } = this.#walk as PinWalk

    if (filter.size - this.#savedSize < SAVE_CIDS && this.#unsavedRoots < SAVE_ROOTS) {
      return
    }

    try {
      await this.#pins.walks.save(() => this.#isComplete() ? filter : undefined)
    } catch {
      // a full disk: the answers are right all the same
    }

    this.#savedSize = filter.size
    this.#unsavedRoots = 0
  }
}

async function * rootsOf (pins: PinStore): AsyncGenerator<CID> {
  for await (const { cid } of pins.list('recursive')) {
    yield cid
  }
}
