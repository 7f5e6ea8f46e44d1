import type { CID } from 'multiformats/cid'
import type { Block } from '../store/blockstore.ts'

/** What is on its way at once: of the CIDs themselves, and again of what lies below them. Fewer until the first has shown how large they are. */
const MAX_IN_FLIGHT = 64
const FIRST_IN_FLIGHT = 32

/** So many are on their way at first where the reader may stop or jump at any time, and one more for each that it has read. */
const FIRST_PACED = 2

/** Bytes of the same, together with those that have arrived and wait for their turn. At least one block is on its way whatever its size. */
const MAX_BYTES = 8 * 1024 * 1024

/** How large a block is taken to be before one has arrived: a chunk of a file. After that as large as the largest so far. */
const FIRST_SIZE_BYTES = 256 * 1024

/** Results that wait for their turn. */
const MAX_SLOTS = 256

/** Blocks below that were fetched before the reader has come to them; they lie in the store. */
const MAX_AHEAD = 256

/** After so many in a row that were here it is better to read the store in its own way again. */
const LOCAL_RUN = 64

/** What was got for a CID. */
export interface Got<T> {
  value: T
  /** bytes of the block */
  size: number
  /** the block, where it is held until its turn */
  block?: Block
  /** it was not in the local store */
  remote: boolean
}

/** How far a reader has come, over all windows that it reads through. */
export interface Pace { read: number }

export interface FetchWindowOptions<T> {
  get: (cid: CID, signal: AbortSignal) => Promise<Got<T>>
  /** Brings a block into the local store; what goes wrong is seen when its turn comes. @returns its bytes, 0 when it was there */
  prefetch: (cid: CID, signal: AbortSignal) => Promise<number>
  /** what will be asked for when the reader has this block, in that order; may throw at once, and not later */
  below?: (block: Block) => Iterable<CID>
  /** The reader may stop or jump at any time: what is ahead of it grows with what it has read, and its first block shares its way with few. */
  pace?: Pace
  signal: AbortSignal
}

interface Slot<T> {
  /** settles when `got` or `fault` is set, and never badly */
  settled: Promise<void>
  got?: Got<T>
  fault?: { error: unknown }
  below?: Iterator<CID>
  /** how many of `below` were begun */
  ahead: number
}

/**
 * Gets what belongs to CIDs, in their order, with many on the way at once, bounded in number and bytes. So that a tree comes
 * in as fast as a list, what lies below blocks that have arrived is fetched too before their turn comes.
 *
 * Ends at the end of the CIDs, or when for a while nothing came from afar any more: what is left is in the iterator then.
 */
export class FetchWindow<T> {
  readonly #source: Iterator<CID>
  readonly #options: FetchWindowOptions<T>
  readonly #leaving = new AbortController()
  readonly #signal: AbortSignal
  readonly #slots: Array<Slot<T>> = []
  #ended = false
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

  /** @throws what `get` throws, in its place */
  async * results (): AsyncGenerator<T> {
    let aheadOfLast = 0

    try {
      this.#fill()

      for (let slot = this.#slots.at(0); slot != null; slot = this.#slots.at(0)) {
        await slot.settled
        this.#slots.shift()

        // the reader has passed what lies below the one before
        this.#ahead -= aheadOfLast
        aheadOfLast = slot.ahead

        if (slot.got == null) {
          throw slot.fault?.error
        }

        this.#heldBytes -= held(slot.got)
        this.#localRun = slot.got.remote ? 0 : this.#localRun + 1
        this.#step()
        this.#fill()
        yield slot.got.value
      }
    } finally {
      this.#leaving.abort(new DOMException('nobody reads on', 'AbortError'))
    }
  }

  #step (): void {
    if (this.#options.pace != null) {
      this.#options.pace.read++
    }
  }

  #fill (): void {
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
    const max = Math.min(this.#largest === 0 ? FIRST_IN_FLIGHT : MAX_IN_FLIGHT, FIRST_PACED + (this.#options.pace?.read ?? Infinity))

    return this.#slots.length === 0 ||
      (this.#slots.length < MAX_SLOTS && this.#pending() < max && this.#heldBytes + (this.#inFlight + 1) * this.#expected() <= MAX_BYTES)
  }

  /** Where a reader is followed, what has come and it has not read yet counts, too. */
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
      this.#heldBytes += held(got)
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
      return undefined // who reads the block is told
    }
  }

  /** The blocks nearest to the reader come first. */
  #prefetch (): void {
    if (this.#options.pace != null) {
      return
    }

    for (const slot of this.#slots) {
      while (slot.below != null) {
        if (this.#prefetching >= MAX_IN_FLIGHT || this.#ahead >= MAX_AHEAD || (this.#prefetching + 1) * this.#expected() > MAX_BYTES || this.#signal.aborted) {
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

    this.#options.prefetch(cid, this.#signal).catch(() => 0).then((bytes) => {
      this.#prefetching--
      this.#largest = Math.max(this.#largest, bytes)
      this.#fill()
    })
  }
}

function held<T> ({ block }: Got<T>): number {
  return block?.bytes.byteLength ?? 0
}
