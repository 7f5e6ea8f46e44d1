import type { CID } from 'multiformats/cid'
import { AbortListeners } from '../async/abort-listeners.ts'
import { later } from '../async/later.ts'
import type { Arrivals } from '../blocks/arrivals.ts'
import { BlockNotFoundError } from '../blocks/block-not-found-error.ts'
import type { ExchangeCounts } from '../blocks/exchange-counts.ts'
import type { ExchangeSession, WantOptions } from '../blocks/exchange-session.ts'
import type { RetrievalReport } from '../blocks/retrieval-report.ts'
import type { HttpSource } from './http-source.ts'
import { KnownSources } from './known-sources.ts'
import type { RetrievalSettings } from './retrieval-settings.ts'
import { retrievalReason } from '../blocks/retrieval-reason.ts'
import { Want } from './want.ts'

/** Between a block and the next one that a reader wants routers go on for so long. */
const LINGER_MS = 300

/** Where a block is waited for that nobody has, all are asked again so often (boxo bitswap's `rebroadcastDelay`). */
const ASK_AGAIN_MS = 60_000

export interface HttpSessionInit {
  settings: RetrievalSettings
  sourceOf: (url: string, role: 'provider' | 'gateway') => HttpSource
  arrivals: Arrivals
  counts: ExchangeCounts
  /** whether a block that nobody has is waited for, as a node with peers does; otherwise that is an error */
  waits: boolean
  /** aborts when the exchange stops */
  stopping: AbortSignal
  /** told of wants that begin and end */
  wanted: Set<Want>
}

/** What one request gets from trustless gateways. Those who have had its blocks are asked first for the next ones. */
export class HttpSession implements ExchangeSession {
  readonly #init: HttpSessionInit
  readonly #sources: KnownSources
  readonly #wants = new Set<Want>()
  readonly #listeners = new AbortListeners()
  #startedMs: number | undefined
  #blocks = 0
  #lingers = false

  constructor (init: HttpSessionInit) {
    this.#init = init
    this.#sources = new KnownSources({ settings: init.settings, sourceOf: init.sourceOf, changed: () => { this.#wants.forEach((want) => { want.step() }) } })
  }

  async get (cid: CID, { signal, verify }: WantOptions): Promise<Uint8Array> {
    const { arrivals, stopping, settings, counts, waits, wanted } = this.#init
    signal.throwIfAborted()
    stopping.throwIfAborted()
    const isFirst = this.#startedMs == null
    this.#startedMs ??= Date.now()

    return await new Promise<Uint8Array>((resolve, reject) => {
      let again: ReturnType<typeof setTimeout> | undefined

      const want = new Want({
        cid,
        sources: this.#sources,
        maxBytes: settings.maxBlockBytes,
        verify,

        got: (bytes, { source }) => {
          end()
          this.#blocks++
          counts.received(source.url, [bytes.byteLength])
          resolve(bytes)
        },

        failed: () => {
          if (waits) {
            again ??= setTimeout(() => { again = undefined; want.again() }, ASK_AGAIN_MS)
          } else {
            end()
            reject(this.#notFound(cid))
          }
        }
      })

      const end = (): void => {
        clearTimeout(again)
        stopListening()
        stopWatching()
        stopArriving()
        want.end()
        this.#wants.delete(want)
        wanted.delete(want)
        this.#lingers ||= this.#wants.size === 0 && this.#linger()
      }

      const aborted = (): void => { end(); reject(signal.reason as Error) }
      const stopped = (): void => { end(); reject(stopping.reason as Error) }
      const stopArriving = arrivals.add(cid, (bytes) => { end(); resolve(bytes) })
      const stopListening = this.#listeners.add(signal, aborted)
      const stopWatching = this.#listeners.add(stopping, stopped)
      this.#wants.add(want)
      wanted.add(want)

      if (isFirst) {
        this.#sources.look(cid)
      }

      want.step()
    })
  }

  report (): RetrievalReport {
    const sources = this.#sources.report
    return { startedMs: this.#startedMs, waiting: this.#wants.size, blocks: this.#blocks, bytes: sources.reduce((sum, { bytes }) => sum + bytes, 0), sources }
  }

  #linger (): true {
    later(() => {
      this.#lingers = false

      if (this.#wants.size === 0) {
        this.#sources.leave()
      }
    }, LINGER_MS)

    return true
  }

  #notFound (cid: CID): BlockNotFoundError {
    const report = this.report()
    return new BlockNotFoundError(cid, { reason: retrievalReason(report), report, status: this.#sources.hasBrokenItsWord ? 502 : 404 })
  }
}
