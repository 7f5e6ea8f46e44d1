/*
 * The descendant index of pins (docs/internals/pins.md). A pin record names only a root. The index answers which
 * recursive pin a block lies below.
 *
 * Rows below `/pinned/walk/` in the datastore:
 *
 * - `head` and `page/`: a Bloom-like filter of the blocks below pins, 1.5 bytes per block (`datastore-pin-walk-log.ts`)
 * - `unwalked/`: a row for each recursive pin that the filter does not cover yet
 * - `met/`: for about 500,000 blocks, a root below which the last walks met them (`datastore-descendant-index.ts`)
 * - `near/` and `few/`: the blocks below each small pin (`descendant-rows.ts`)
 *
 * Invariants:
 *
 * - While a walk is saved, the batch that puts a recursive pin also writes its `unwalked` row or its small-pin rows.
 *   Therefore filter, unwalked pins and small pins together cover every block below a pin.
 * - The filter may contain too much (false positives, blocks of removed pins), never too little. A positive answer
 *   counts only with a root that is still pinned.
 * - `met` and the small-pin rows never become wrong: roots that are no longer pinned are ignored.
 *
 * Recovery: all of these rows are a cache. If a row is missing or incomplete, the saved walk is discarded and the pins
 * are walked again. A crash during a walk continues at the last saved progress.
 */
import type { CID } from 'multiformats/cid'
import type { BlockReader } from '../../blocks/reader/block-reader.ts'
import { multihashKey } from '../../cid/hash/multihash-key.ts'
import { CidSet } from '../../cid/sets/cid-set.ts'
import { walkDag } from '../../dag/walk.ts'
import type { Pin, PinStore } from '../store/pin-store.ts'
import { DescendantQuery } from './descendant-query.ts'
import { IncrementalWalk } from './incremental-walk.ts'
import { KnownAnswers } from './known-answers.ts'

/**
 * CIDs for which a walk continues after its last question was aborted: usually enough to finish the pin, so that the
 * next question need not start again.
 */
const GRACE_CIDS = 10_000

/** The pin that keeps a block. */
export type Keeper = { mode: 'recursive' | 'direct' } | { mode: 'indirect'; through: CID }

export interface CatchUpOptions {
  signal: AbortSignal
  /** stops after the pins in which this many CIDs were met */
  maxCids: number
}

export interface PinIndexOptions {
  /** Number of CIDs without links for which a root is remembered. Default 500,000. */
  maxLeaves?: number
}

/**
 * Answers which recursive pin a block lies below. All queries share one walk, which continues if one is aborted. Each
 * pin is walked once. For most blocks the filter or a remembered root answers without a walk.
 *
 * Removing a pin costs nothing: the filter then contains too much, which a walk finds out when it matters.
 *
 * Leaves are not read, because their CID is enough: a walk reads one block in 175 of a file with raw leaves. Only local
 * blocks are read: a query about pins never waits for the network.
 */
export class PinIndex {
  readonly #pins: PinStore
  readonly #blocks: BlockReader
  readonly #coverage: IncrementalWalk
  readonly #questions = new Set<DescendantQuery>()
  /** roots of blocks, and undefined for blocks that the filter contains but no pin keeps */
  readonly #answers = new KnownAnswers()
  /** aborts the walk that is running */
  #leaving: AbortController | undefined
  /** CIDs that were met while no question was waiting */
  #unwanted = 0
  /** CIDs for which `catchUp` continues */
  #ahead = 0
  #isCatchingUp = false
  /** whether a question was asked, so that another one is likely */
  #isAsked = false

  /** @param blocks - reads the local store only */
  constructor (pins: PinStore, blocks: BlockReader, { maxLeaves }: PinIndexOptions = {}) {
    this.#pins = pins
    this.#blocks = blocks
    this.#coverage = new IncrementalWalk(pins, blocks, maxLeaves)
  }

  /**
   * Returns the recursive pins below which exactly these CIDs lie, one for each; undefined for a CID that lies below
   * none. Must not be called for CIDs that are recursive pins themselves.
   *
   * @throws BlockNotFoundError if the answer cannot be known because blocks of a pin are missing
   */
  async through (cids: readonly CID[], { signal }: { signal: AbortSignal }): Promise<Array<CID | undefined>> {
    return await Promise.all(
      cids.map(async (cid) =>
        await this.#near(cid, { exactly: signal }) ?? await this.#ask(new DescendantQuery(cid, true), signal)
      )
    )
  }

  /**
   * Returns the pin that keeps a block. Any CID of the block gives the same answer: a block that is pinned as CIDv0 is
   * also kept under its CIDv1 and raw CID.
   *
   * @throws the errors of `through`
   */
  async keeper (cid: CID, { signal }: { signal: AbortSignal }): Promise<Keeper | undefined> {
    const pin = await this.#ownPin(cid, signal)

    if (pin != null) {
      return { mode: pin.mode }
    }

    const through = await this.#near(cid) ?? await this.#pins.walks.descendants.rootOf(cid) ??
      await this.#ask(new DescendantQuery(cid, false), signal)
    return through == null ? undefined : { mode: 'indirect', through }
  }

  /**
   * Same as `keeper`, as far as it is known without a walk. For callers that hold a lock and have called `keeper`
   * before.
   */
  async knownKeeper (cid: CID): Promise<Keeper | 'none' | 'unknown'> {
    const pin = await this.#ownPin(cid)

    if (pin != null) {
      return { mode: pin.mode }
    }

    const question = new DescendantQuery(cid, false)
    const through = await this.#near(cid) ?? await this.#remembered(question)

    if (through != null) {
      return { mode: 'indirect', through }
    }

    return this.#isNone(question) ? 'none' : 'unknown'
  }

  /**
   * Walks pins that no query has needed yet, so that the next query finds them done. Saves the result, and uses no
   * memory once all pins are walked. Call it again while it returns true, and after pins were added.
   *
   * @returns whether unwalked pins are left, except those with missing blocks
   * @throws the errors of the pin store, and the signal's reason
   */
  async catchUp ({ signal, maxCids }: CatchUpOptions): Promise<boolean> {
    signal.throwIfAborted()

    if (this.#leaving != null) {
      return true // a question is being answered, by the same walk
    }

    if (!this.#coverage.isOpen && await this.#pins.walks.isCurrent()) {
      return false
    }

    signal.throwIfAborted()

    if (this.#leaving != null) {
      return true
    }

    const aborted = (): void => {
      this.#leaveBehind(signal.reason as Error)
    }
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
    // A pin of exactly this CID is found without a search, in a legacy repo too.
    return await this.#pins.get(cid) ?? (await this.#pins.ofBlock(cid, { signal })).at(0)
  }

  async #ask (question: DescendantQuery, signal: AbortSignal): Promise<CID | undefined> {
    signal.throwIfAborted()
    const aborted = (): void => {
      question.reject(signal.reason as Error)
    }
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

  /**
   * Walks until all questions are answered, plus the requested lookahead.
   *
   * @returns the error, which the questions were rejected with
   */
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

        if (
          !await this.#coverage.step({
            signal,
            onVisit: (cid, root) => {
              this.#met(cid, root)
            }
          })
        ) {
          this.#ahead = 0
          await this.#conclude()
        }
      }

      await this.#coverage.save({ all: this.#isCatchingUp })
    } catch (err) {
      error = err as Error
      this.#coverage.forget()
      this.#questions.forEach((question) => {
        question.reject(err as Error)
      })
      this.#questions.clear()
    }

    this.#leaving = undefined
    this.#isCatchingUp = false
    this.#ahead = 0

    // A question that came after the walk was aborted.
    if (this.#questions.size > 0) {
      void this.#run()
    }

    return error
  }

  #begin (coversAllPins: boolean): void {
    this.#questions.forEach((question) => {
      question.begin(coversAllPins)
    })
  }

  /** Answers a question from what is known already. */
  async #look (question: DescendantQuery): Promise<void> {
    const through = await this.#remembered(question)

    if (through != null || this.#isNone(question)) {
      this.#resolve(question, through)
    }
  }

  #resolve (question: DescendantQuery, through: CID | undefined): void {
    this.#questions.delete(question)
    question.resolve(through)
  }

  /** Returns a pin below which a CID was met, if it is remembered and still pinned. */
  async #remembered ({ cid, exact, key }: DescendantQuery): Promise<CID | undefined> {
    for (
      const root of [
        this.#coverage.rootOf(cid),
        exact ? undefined : this.#coverage.rootOfBlock(cid),
        this.#answers.rootOf(key)
      ]
    ) {
      if (root != null && await this.#isPinned(root)) {
        return root
      }
    }

    return undefined
  }

  /** Returns a small pin that lists this block and is still pinned. */
  async #near (cid: CID, { exactly }: { exactly?: AbortSignal } = {}): Promise<CID | undefined> {
    for await (const root of this.#pins.walks.rows.rootsOf(cid)) {
      if (await this.#isPinned(root) && (exactly == null || await this.#liesBelow(cid, root, exactly))) {
        return root
      }
    }
  }

  /** Returns whether exactly this CID lies below a root with few blocks. */
  async #liesBelow (cid: CID, root: CID, signal: AbortSignal): Promise<boolean> {
    for await (
      const met of walkDag([root], {
        blocks: this.#blocks,
        signal,
        leaves: 'trust',
        visited: new CidSet({ versions: true })
      })
    ) {
      if (met.depth > 0 && met.cid.equals(cid)) {
        return true
      }
    }

    return false
  }

  async #isPinned (root: CID): Promise<boolean> {
    return (await this.#pins.get(root))?.mode === 'recursive'
  }

  #isNone ({ cid, key }: DescendantQuery): boolean {
    return this.#coverage.isBelowNone(cid) || (this.#coverage.isCurrent && this.#answers.isRefuted(key))
  }

  #met (cid: CID, root: CID): void {
    this.#answers.met(cid)

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

  /** Answers the remaining questions at the end of a walk. */
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
        return // pins were added in between
      } else if (this.#isNone(question)) {
        this.#resolve(question, undefined)
      } else if (isRefuted) {
        // The filter is wrong (false positive), or contains the block because of a removed pin.
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
