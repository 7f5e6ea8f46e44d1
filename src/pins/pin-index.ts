import type { CID } from 'multiformats/cid'
import type { BlockReader } from '../blocks/block-reader.ts'
import { RecentMap } from '../bytes/recent-map.ts'
import { CidSet } from '../cid/cid-set.ts'
import { multihashKey } from '../cid/multihash-key.ts'
import { walkDag } from '../dag/walk.ts'
import { PinCoverage } from './pin-coverage.ts'
import type { Pin, PinStore } from './pin-store.ts'
import { exactKey, PinQuestion } from './pin-question.ts'

/** CIDs that a walk goes on for when nobody waits for it any more: mostly to the end of the pin, so that the next question does not begin anew. */
const GRACE_CIDS = 10_000

/** Answers that are remembered because it took a walk to find them. */
const MAX_ANSWERS = 1000

/** How a block is kept. */
export type Keeper = { mode: 'recursive' | 'direct' } | { mode: 'indirect', through: CID }

export interface CatchUpOptions {
  signal: AbortSignal
  /** stops behind the pins in which so many CIDs were met */
  maxCids: number
}

export interface PinIndexOptions {
  /** of how many CIDs without links the root is remembered; 500,000 when left out */
  maxLeaves?: number
}

/**
 * Tells what lies below recursive pins. Pins are records of roots alone, so that has to be walked: one walk, which all
 * questions share, and which goes on when one of them is given up. A pin is walked once: a filter of what was met
 * (1.5 bytes a block) outlives the worker and answers at once of most blocks that they lie below no pin. The root of one that
 * does is remembered for the first 500,000 CIDs, and by the datastore (`MetBelow`); else it is looked for by a walk.
 * A pin that goes costs nothing: the filter then knows too much, which a walk finds out when somebody asks for it.
 *
 * Leaves are not read; their CID is enough, so a walk reads one block in 175 of a file with raw leaves. It reads blocks of
 * this machine alone: a question about pins does not wait for the network.
 */
export class PinIndex {
  readonly #pins: PinStore
  readonly #blocks: BlockReader
  readonly #coverage: PinCoverage
  readonly #questions = new Set<PinQuestion>()
  /** roots below which blocks lie, and undefined for blocks that lie below none although the filter does not know */
  readonly #answers = new RecentMap<string, CID | undefined>({ max: MAX_ANSWERS })
  /** of the walk, while it goes on */
  #leaving: AbortController | undefined
  /** CIDs that were met while nobody waited */
  #unwanted = 0
  /** CIDs that `catchUp` still goes on for */
  #ahead = 0
  #isCatchingUp = false
  /** somebody asked, and may ask again */
  #isAsked = false

  /** @param blocks - reads the local store alone */
  constructor (pins: PinStore, blocks: BlockReader, { maxLeaves }: PinIndexOptions = {}) {
    this.#pins = pins
    this.#blocks = blocks
    this.#coverage = new PinCoverage(pins, blocks, maxLeaves)
  }

  /**
   * The recursive pins below which these very CIDs lie, one for each; undefined for a CID that lies below none. To be asked of
   * CIDs that are no recursive pins themselves.
   *
   * @throws an error named BlockNotFoundError when that cannot be known, since blocks of a pin are missing
   */
  async through (cids: readonly CID[], { signal }: { signal: AbortSignal }): Promise<Array<CID | undefined>> {
    return await Promise.all(cids.map(async (cid) => await this.#near(cid, { exactly: signal }) ?? await this.#ask(new PinQuestion(cid, true), signal)))
  }

  /**
   * What keeps a block, whatever CID it is asked by: a CIDv1 or a raw CID of a block that is pinned as CIDv0 is kept by that pin.
   *
   * @throws as `through`
   */
  async keeper (cid: CID, { signal }: { signal: AbortSignal }): Promise<Keeper | undefined> {
    const pin = await this.#ownPin(cid, signal)

    if (pin != null) {
      return { mode: pin.mode }
    }

    const through = await this.#near(cid) ?? await this.#pins.walks.met.rootOf(cid) ?? await this.#ask(new PinQuestion(cid, false), signal)
    return through == null ? undefined : { mode: 'indirect', through }
  }

  /** As `keeper`, as far as it is known without a walk: for those who hold a lock, and have asked before. */
  async knownKeeper (cid: CID): Promise<Keeper | 'none' | 'unknown'> {
    const pin = await this.#ownPin(cid)

    if (pin != null) {
      return { mode: pin.mode }
    }

    const question = new PinQuestion(cid, false)
    const through = await this.#near(cid) ?? await this.#remembered(question)
    return through != null ? { mode: 'indirect', through } : this.#isNone(question) ? 'none' : 'unknown'
  }

  /**
   * Walks some of what no question had to be walked for yet, so that the next one finds it done. What it found is kept, and takes no
   * memory when all is done. To be called again while it says so, and when pins came.
   *
   * @returns whether pins are left that were never walked; those that cannot be walked, since blocks are missing, are not among them
   * @throws what the pins throw, and the reason of the signal
   */
  async catchUp ({ signal, maxCids }: CatchUpOptions): Promise<boolean> {
    signal.throwIfAborted()

    if (this.#leaving != null) {
      return true // a question is looked at, by the same walk
    }

    if (!this.#coverage.isOpen && await this.#pins.walks.isCurrent()) {
      return false
    }

    signal.throwIfAborted()

    if (this.#leaving != null) {
      return true
    }

    const aborted = (): void => { this.#leaveBehind(signal.reason as Error) }
    signal.addEventListener('abort', aborted, { once: true })
    this.#isCatchingUp = true
    this.#ahead = maxCids
    const err = await this.#run()
    signal.removeEventListener('abort', aborted)
    signal.throwIfAborted()

    if (err != null) {
      throw err
    }

    const isBehind = this.#coverage.isOpen && this.#coverage.isBehind

    if (!isBehind && !this.#isAsked && this.#leaving == null && this.#coverage.isKept) {
      this.#coverage.forget()
    }

    return isBehind
  }

  #leaveBehind (reason: Error): void {
    this.#ahead = 0
    this.#isCatchingUp = false

    if (this.#questions.size === 0) {
      this.#leaving?.abort(reason)
    }
  }

  async #ownPin (cid: CID, signal?: AbortSignal): Promise<Pin | undefined> {
    // one of this very name is found as quickly in a repo of before
    return await this.#pins.get(cid) ?? (await this.#pins.ofBlock(cid, { signal })).at(0)
  }

  async #ask (question: PinQuestion, signal: AbortSignal): Promise<CID | undefined> {
    signal.throwIfAborted()
    const aborted = (): void => { question.reject(signal.reason as Error) }
    signal.addEventListener('abort', aborted, { once: true })
    this.#questions.add(question)
    this.#unwanted = 0
    this.#isAsked = true

    if (this.#leaving == null) {
      void this.#run()
    }

    try {
      const root = await question.answer

      if (root != null && this.#coverage.rootOf(question.cid) == null) {
        this.#answers.set(question.key, root)
      }

      return root
    } finally {
      this.#questions.delete(question)
      signal.removeEventListener('abort', aborted)
    }
  }

  /** Walks until all questions are answered, and so far ahead as is wanted. @returns what went wrong, which was told to those who asked */
  async #run (): Promise<Error | undefined> {
    const { signal } = this.#leaving = new AbortController()
    let error: Error | undefined

    try {
      if (this.#questions.size > 0) {
        this.#coverage.retry()
      }

      while ((this.#questions.size > 0 || this.#ahead > 0) && !signal.aborted) {
        if (!this.#coverage.isOpen) {
          this.#begin(await this.#coverage.open({ signal, mustKeep: () => this.#questions.size === 0 }))
        }

        for (const question of this.#questions) {
          await this.#look(question)
        }

        if (this.#questions.size === 0 && this.#ahead <= 0) {
          break
        }

        if (!await this.#coverage.step({ signal, onMet: (cid, root) => { this.#met(cid, root) } })) {
          this.#ahead = 0
          await this.#conclude()
        }
      }

      await this.#coverage.save({ all: this.#isCatchingUp })
    } catch (err) {
      error = err as Error
      this.#coverage.forget()
      this.#questions.forEach((question) => { question.reject(err as Error) })
      this.#questions.clear()
    }

    this.#leaving = undefined
    this.#isCatchingUp = false
    this.#ahead = 0

    // asked when the walk was given up already
    if (this.#questions.size > 0) {
      void this.#run()
    }

    return error
  }

  #begin (isWhole: boolean): void {
    this.#questions.forEach((question) => { question.begin(isWhole) })
  }

  /** Answers what is known already. */
  async #look (question: PinQuestion): Promise<void> {
    const through = await this.#remembered(question)

    if (through != null || this.#isNone(question)) {
      this.#resolve(question, through)
    }
  }

  #resolve (question: PinQuestion, through: CID | undefined): void {
    this.#questions.delete(question)
    question.resolve(through)
  }

  /** A pin below which a CID was met, if it is remembered and still there. */
  async #remembered ({ cid, exact, key }: PinQuestion): Promise<CID | undefined> {
    for (const root of [this.#coverage.rootOf(cid), exact ? undefined : this.#coverage.rootOfBlock(cid), this.#answers.peek(key)]) {
      if (root != null && await this.#isPinned(root)) {
        return root
      }
    }

    return undefined
  }

  /** A pin of which it was said that this lies below it, and which is still there. */
  async #near (cid: CID, { exactly }: { exactly?: AbortSignal } = {}): Promise<CID | undefined> {
    for await (const root of this.#pins.walks.near.rootsOf(cid)) {
      if (await this.#isPinned(root) && (exactly == null || await this.#liesBelow(cid, root, exactly))) {
        return root
      }
    }
  }

  /** Whether this very CID lies below a root that keeps few blocks. */
  async #liesBelow (cid: CID, root: CID, signal: AbortSignal): Promise<boolean> {
    for await (const met of walkDag([root], { blocks: this.#blocks, signal, leaves: 'trust', visited: new CidSet({ versions: true }) })) {
      if (met.depth > 0 && met.cid.equals(cid)) {
        return true
      }
    }

    return false
  }

  async #isPinned (root: CID): Promise<boolean> {
    return (await this.#pins.get(root))?.mode === 'recursive'
  }

  #isNone ({ cid, key }: PinQuestion): boolean {
    return this.#coverage.isBelowNone(cid) || (this.#coverage.isCurrent && this.#isRefuted(key))
  }

  #isRefuted (key: string): boolean {
    return this.#answers.has(key) && this.#answers.peek(key) == null
  }

  #met (cid: CID, root: CID): void {
    if (this.#answers.size > 0) {
      this.#doubt(multihashKey(cid.multihash.bytes))
      this.#doubt(exactKey(cid))
    }

    if (this.#questions.size > 0) {
      const block = multihashKey(cid.multihash.bytes)

      for (const question of this.#questions) {
        if (question.block === block) {
          question.offer(cid, root, async (root) => await this.#isPinned(root))
        }
      }
    }

    this.#ahead--

    if (this.#questions.size === 0 && !this.#isCatchingUp && ++this.#unwanted > GRACE_CIDS) {
      this.#leaving?.abort(new DOMException('nobody waits for the walk any more', 'AbortError'))
    }
  }

  /** What was found to lie nowhere was met now. */
  #doubt (key: string): void {
    if (this.#isRefuted(key)) {
      this.#answers.delete(key)
    }
  }

  /** Nothing is left to be walked. */
  async #conclude (): Promise<void> {
    const { fault } = this.#coverage
    let isDoubtful = false

    for (const question of this.#questions) {
      const isRefuted = await question.isRefuted()

      if (question.isAnswered) {
        continue
      }

      if (fault != null) {
        question.reject(fault)
        this.#questions.delete(question)
      } else if (!this.#coverage.isComplete) {
        return // pins came while one was looked at
      } else if (this.#isNone(question)) {
        this.#resolve(question, undefined)
      } else if (isRefuted) {
        // the filter has to be mistaken, or knows it from a pin that has gone
        this.#answers.set(question.key, undefined)
        this.#resolve(question, undefined)
      } else {
        isDoubtful = true
      }
    }

    if (isDoubtful) {
      this.#coverage.begin()
      this.#begin(true)
    }
  }
}
