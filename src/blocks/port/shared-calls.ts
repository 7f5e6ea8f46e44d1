import type { CID } from 'multiformats/cid'
import { AbortListeners } from '../../async/signals/abort-listeners.ts'
import { isError } from '../../errors/define-error.ts'
import { PortClosedError } from '../../port/port-error.ts'

/** Calls at once. Blocks that are requested meanwhile share the next call. */
const CALLS = 2

/** Blocks of one call. */
const MAX_BLOCKS = 64

/** The calls of `BlockCalls` that read blocks of the store. */
export interface ReadCalls {
  one: (cid: CID) => Promise<Uint8Array>
  /** ends with an error at the first block that cannot be read */
  many: (cids: CID[]) => AsyncIterable<{ bytes: Uint8Array }>
}

interface Wanted {
  cid: CID
  isWanted: boolean
  resolve: (bytes: Uint8Array) => void
  reject: (err: Error) => void
}

/**
 * Reads single blocks over a port with few calls: a page asks for very many files at once, and a call for each would
 * cost several messages and a transaction of the other end. A block that is requested alone is called for at once.
 */
export class SharedCalls {
  readonly #calls: ReadCalls
  readonly #queue: Wanted[] = []
  readonly #listeners = new AbortListeners()
  #running = 0

  constructor (calls: ReadCalls) {
    this.#calls = calls
  }

  /**
   * Reads a block.
   *
   * @throws the error of the call for this block; the signal's reason
   */
  async read (cid: CID, signal?: AbortSignal): Promise<Uint8Array> {
    signal?.throwIfAborted()
    let unlisten: (() => void) | undefined

    try {
      return await new Promise<Uint8Array>((resolve, reject) => {
        const wanted: Wanted = { cid, isWanted: true, resolve, reject }
        unlisten = signal == null ? undefined : this.#listeners.add(signal, () => {
          wanted.isWanted = false
          reject(signal.reason as Error)
        })
        this.#queue.push(wanted)
        this.#next()
      })
    } finally {
      unlisten?.()
    }
  }

  #next (): void {
    while (this.#running < CALLS && this.#queue.length > 0) {
      const wanted = this.#queue.splice(0, MAX_BLOCKS).filter(({ isWanted }) => isWanted)
      this.#running++
      void this.#call(wanted).finally(() => {
        this.#running--
        this.#next()
      })
    }
  }

  /** Never rejects. A block that fails does not fail those after it. */
  async #call (wanted: Wanted[]): Promise<void> {
    let done = 0

    if (wanted.length > 1) {
      try {
        for await (const { bytes } of this.#calls.many(wanted.map(({ cid }) => cid))) {
          wanted[done++].resolve(bytes)
        }
      } catch (err) {
        if (isError(err, PortClosedError)) {
          wanted.forEach(({ reject }) => {
            reject(err)
          })
          return
        }
      }
    }

    await Promise.all(
      wanted.slice(done).map(async ({ cid, resolve, reject }) => {
        await this.#calls.one(cid).then(resolve, reject)
      })
    )
  }
}
