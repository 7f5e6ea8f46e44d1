import type { CID } from 'multiformats/cid'
import type { Block } from '../../store/blockstore/blockstore.ts'

/**
 * The maximum number of concurrent fetches of the CIDs themselves, and separately of their prefetched descendants.
 * Lower until the first block has shown how large they are.
 */
const MAX_IN_FLIGHT = 64
const FIRST_IN_FLIGHT = 32

/** The initial number of concurrent fetches if the reader may stop or seek. It grows by one for each block read. */
const FIRST_PACED = 2

/**
 * Limits the bytes of blocks that are being fetched, or have arrived and wait for their turn. At least one block is
 * fetched, even if it is larger.
 */
const MAX_BYTES = 8 * 1024 * 1024

/**
 * The assumed size of a block before the first has arrived: a chunk of a file. Afterwards the largest size so far is
 * assumed.
 */
const FIRST_SIZE_BYTES = 256 * 1024

/** The maximum number of results that wait for their turn. */
const MAX_SLOTS = 256

/** The maximum number of descendants that were prefetched into the store before the reader has reached them. */
const MAX_AHEAD = 256

/** After this many local blocks in a row, reading ahead in the store is faster again. */
const LOCAL_RUN = 64

/** The result for a CID. */
export interface Got<T> {
  value: T
  /** Bytes of the block. */
  size: number
  /** The block, if it is in memory until its turn. */
  block?: Block
  /** Whether it was fetched. */
  remote: boolean
}

/** The number of blocks that a reader has read, across all windows. */
export interface Pace {
  read: number
}

export interface FetchWindowOptions<T> {
  get: (cid: CID, signal: AbortSignal) => Promise<Got<T>>
  /**
   * Fetches a block into the local store. Returns its bytes, 0 if it was local. Errors appear again when its turn
   * comes.
   */
  prefetch: (cid: CID, signal: AbortSignal) => Promise<number>
  /**
   * Returns the CIDs that the reader will request after this block, in order. May throw at once, but not while
   * iterating.
   */
  below?: (block: Block) => Iterable<CID>
  /**
   * Set if the reader may stop or seek at any time: prefetching grows with the blocks read, so that the first block
   * shares the bandwidth with few others.
   */
  pace?: Pace
  /** Whether fetches go on after the reader has left before the end; default false. */
  keeps?: () => boolean
  signal: AbortSignal
}

interface Slot<T> {
  /** Resolves when `got` or `fault` is set. Never rejects. */
  settled: Promise<void>
  got?: Got<T>
  fault?: { error: unknown }
  below?: Iterator<CID>
  /** The number of prefetches that were started from `below`. */
  ahead: number
}

/**
 * Fetches CIDs concurrently and yields results in their order, bounded by number and bytes. Descendants of blocks that
 * have arrived are prefetched too, so that a tree loads as fast as a list.
 *
 * Ends with the CIDs, or after a run of local blocks. The remaining CIDs are in the iterator then. Prefetches that are
 * under way at the end go on until they are done or the signal aborts: the reader requests their blocks next. If the
 * reader leaves before the end, no more fetches are started, and those under way are cancelled unless it keeps them.
 */
export class FetchWindow<T> {
  readonly #source: Iterator<CID>
  readonly #options: FetchWindowOptions<T>
  readonly #leaving = new AbortController()
  readonly #signal: AbortSignal
  readonly #slots: Array<Slot<T>> = []
  #ended = false
  #hasLeft = false
  #inFlight = 0
  #heldBytes = 0
  #largest = 0
  #localRun = 0
  #prefetching = 0
  #ahead = 0

  constructor (cids: Iterator<CID>, options: FetchWindowOptions<T>) {
    this.#source = cids
    this.#options = options
    this.#signal = AbortSignal.any([options.signal, this.#leaving.signal])
  }

  /** The number of fetches that are under way. */
  get pending (): number {
    return this.#inFlight + this.#prefetching
  }

  /** The expected bytes of the fetches that are under way. */
  get pendingBytes (): number {
    return this.pending * this.#expected()
  }

  /**
   * Yields the results.
   *
   * @throws errors of `get`, in their places
   */
  async *results (): AsyncGenerator<T> {
    let aheadOfLast = 0
    let hasEnded = false

    try {
      this.#fill()

      for (let slot = this.#slots.at(0); slot != null; slot = this.#slots.at(0)) {
        await slot.settled
        this.#slots.shift()

        // The reader has passed the descendants of the previous block.
        this.#ahead -= aheadOfLast
        aheadOfLast = slot.ahead

        if (slot.got == null) {
          throw slot.fault?.error
        }

        this.#heldBytes -= fetchedBytes(slot.got)
        this.#localRun = slot.got.remote ? 0 : this.#localRun + 1
        this.#step()
        this.#fill()
        yield slot.got.value
      }

      hasEnded = true
    } finally {
      if (!hasEnded) {
        this.#leave()
      }
    }
  }

  #leave (): void {
    this.#hasLeft = true
    // Frees the blocks that have arrived.
    this.#slots.length = 0

    if (this.#options.keeps?.() !== true) {
      this.#leaving.abort(new DOMException('the reader has left', 'AbortError'))
    }
  }

  #step (): void {
    if (this.#options.pace != null) {
      this.#options.pace.read++
    }
  }

  #fill (): void {
    if (this.#hasLeft) {
      return
    }

    if (this.#localRun >= LOCAL_RUN) {
      this.#ended = true
    }

    while (!this.#ended && this.#hasRoom()) {
      const { done, value } = this.#source.next()

      if (done === true) {
        this.#ended = true
      } else {
        this.#slots.push(this.#start(value))
      }
    }

    this.#prefetch()
  }

  #hasRoom (): boolean {
    const max = Math.min(
      this.#largest === 0 ? FIRST_IN_FLIGHT : MAX_IN_FLIGHT,
      FIRST_PACED + (this.#options.pace?.read ?? Infinity)
    )

    return this.#slots.length === 0 ||
      (this.#slots.length < MAX_SLOTS && this.#pending() < max &&
        this.#heldBytes + (this.#inFlight + 1) * this.#expected() <= MAX_BYTES)
  }

  /** Returns the number of pending blocks. With `pace`, blocks that have arrived but are not read yet count too. */
  #pending (): number {
    return this.#options.pace == null ? this.#inFlight : this.#slots.length
  }

  #expected (): number {
    return this.#largest === 0 ? FIRST_SIZE_BYTES : this.#largest
  }

  #start (cid: CID): Slot<T> {
    this.#inFlight++
    const slot: Slot<T> = { settled: Promise.resolve(), ahead: 0 }

    slot.settled = this.#options.get(cid, this.#signal).then((got) => {
      slot.got = got
      slot.below = this.#below(got)
      this.#heldBytes += fetchedBytes(got)
      this.#largest = Math.max(this.#largest, got.size)
    }, (error: unknown) => {
      slot.fault = { error }
    }).then(() => {
      this.#inFlight--
      this.#fill()
    })

    return slot
  }

  #below ({ block }: Got<T>): Iterator<CID> | undefined {
    try {
      return block == null ? undefined : this.#options.below?.(block)[Symbol.iterator]()
    } catch {
      return undefined // thrown when the block is read
    }
  }

  /** Starts prefetches, those nearest to the reader first. */
  #prefetch (): void {
    if (this.#options.pace != null) {
      return
    }

    for (const slot of this.#slots) {
      while (slot.below != null) {
        if (
          this.#prefetching >= MAX_IN_FLIGHT || this.#ahead >= MAX_AHEAD ||
          (this.#prefetching + 1) * this.#expected() > MAX_BYTES || this.#signal.aborted
        ) {
          return
        }

        const { done, value } = slot.below.next()

        if (done === true) {
          slot.below = undefined
        } else {
          this.#startAhead(slot, value)
        }
      }
    }
  }

  #startAhead (slot: Slot<T>, cid: CID): void {
    slot.ahead++
    this.#ahead++
    this.#prefetching++

    void this.#options.prefetch(cid, this.#signal).catch(() => 0).then((bytes) => {
      this.#prefetching--
      this.#largest = Math.max(this.#largest, bytes)
      this.#fill()
    })
  }
}

function fetchedBytes<T> ({ block }: Got<T>): number {
  return block?.bytes.byteLength ?? 0
}
