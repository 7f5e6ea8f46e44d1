import type { CID } from 'multiformats/cid'
import type { SourceError } from '../http/source-error.ts'
import type { SessionSources } from './session-sources.ts'
import type { SourceState } from './source-state.ts'

/** The time without a response after which the next source is asked too (hedged request). */
const HEDGE_MS = 1500

/** The maximum number of sources that are asked concurrently for one block. */
const MAX_AT_ONCE = 3

/** The maximum number of tries for a block if a source is busy, or breaks off after it had other blocks. */
const MAX_TRIES = 3

/** The maximum backoff of a source that is waited for. */
const MAX_COOL_MS = 15_000

export interface WantInit {
  cid: CID
  sources: SessionSources
  maxBytes: number
  verify: (bytes: Uint8Array) => Promise<void>
  /** The time in milliseconds for which the block may still arrive in a stream. */
  hopeMs: () => number
  /** Called with the block. */
  got: (bytes: Uint8Array, from: SourceState) => void
  /** Called when no source is left. */
  failed: () => void
}

/**
 * Fetches one block: from the best source first, from the next one after a failure or a delay, and from sources that
 * routers find meanwhile. A state machine: `step` does everything that is possible now, and runs again after each
 * response, timer and new source.
 */
export class Want {
  readonly #init: WantInit
  readonly #ending = new AbortController()
  readonly #tries = new Map<SourceState, number>()
  /** Sources that are not asked again for this block. */
  readonly #done = new Set<SourceState>()
  readonly #asking = new Set<SourceState>()
  #allowed = 1
  #hedge: ReturnType<typeof setTimeout> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor (init: WantInit) {
    this.#init = init
  }

  get cid (): CID {
    return this.#init.cid
  }

  /** Cancels the requests. No callback is called any more. */
  end (): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#hedge)
    this.#ending.abort(new DOMException('the block is no longer wanted', 'AbortError'))
  }

  /** Restarts with all sources. */
  again (): void {
    this.#done.clear()
    this.#tries.clear()
    this.#init.sources.forgetLook(this.cid)
    this.step()
  }

  /** Does everything that is possible now. */
  step (): void {
    if (this.#ending.signal.aborted) {
      return
    }

    clearTimeout(this.#timer)
    const { sources } = this.#init
    const hopeMs = this.#init.hopeMs()

    if (hopeMs > 0 && this.#asking.size === 0) {
      this.#timer = setTimeout(() => {
        this.step()
      }, hopeMs)
      return
    }

    const left = sources.usable.filter((record) => !this.#done.has(record) && !this.#asking.has(record))
    const next = left.find(({ isReserve, waitMs }) => waitMs === 0 && (!isReserve || sources.reserveInMs === 0))

    if (next != null && this.#asking.size < this.#allowed) {
      this.#ask(next)
      this.step()
    } else if (this.#asking.size === 0 && next == null) {
      this.#waitOrFail(left)
    }
  }

  #waitOrFail (left: SourceState[]): void {
    const { sources, cid, failed } = this.#init
    const waits = left.map(({ isReserve, waitMs }) => Math.max(waitMs, isReserve ? sources.reserveInMs : 0)).filter((
      ms
    ) => ms <= MAX_COOL_MS)

    if (waits.length > 0) {
      this.#timer = setTimeout(() => {
        this.step()
      }, Math.min(...waits))
    }

    // A running lookup may find sources for this block too. Each new source calls `step`.
    const mayLook = !sources.isLooking || this.#tries.size > 0

    if (!(mayLook && sources.look(cid)) && !sources.isLooking && waits.length === 0) {
      failed()
    }
  }

  #ask (record: SourceState): void {
    const { cid, maxBytes, verify, got, hopeMs } = this.#init
    const { signal } = this.#ending
    let isOut = false
    this.#asking.add(record)

    const onStart = (): void => {
      isOut = true
      this.#tries.set(record, (this.#tries.get(record) ?? 0) + 1)
      record.started()
      clearTimeout(this.#hedge)
      this.#hedge = setTimeout(() => {
        this.#allowed = Math.min(this.#asking.size + 1, MAX_AT_ONCE)
        this.step()
      }, HEDGE_MS)
    }

    record.source.ask(cid, {
      signal,
      maxBytes,
      verify,
      isWanted: () => !record.isBanned && record.waitMs === 0 && hopeMs() === 0,
      onStart,
      onBytes: (bytes) => {
        record.received(bytes)
      }
    }).finally(() => {
      if (isOut) {
        record.ended()
      }
    }).then((bytes) => {
      if (!signal.aborted) {
        record.succeeded()
        got(bytes, record)
      }
    }, (err: SourceError) => {
      if (!signal.aborted) {
        this.#asking.delete(record)

        if (isOut) {
          this.#note(record, err)
        }

        this.#allowed = Math.max(this.#asking.size, 1)
        this.step()
      }
    })
  }

  #note (record: SourceState, err: SourceError): void {
    record.failed(err)
    const mayTryAgain = err.failure === 'later' || (err.failure === 'failed' && record.blocks > 0)

    if (!mayTryAgain || (this.#tries.get(record) ?? 0) >= MAX_TRIES) {
      this.#done.add(record)
    }
  }
}
