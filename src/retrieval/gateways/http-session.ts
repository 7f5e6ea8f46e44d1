import type { CID } from 'multiformats/cid'
import { AbortListeners } from '../../async/signals/abort-listeners.ts'
import { later } from '../../async/timers/later.ts'
import type { ArrivalWaiters } from '../../blocks/exchange/arrival-waiters.ts'
import { BlockNotFoundError } from '../../blocks/exchange/block-not-found-error.ts'
import type { ExchangeCounts } from '../../blocks/exchange/exchange-counts.ts'
import type { ExchangeSession, WantOptions } from '../../blocks/exchange/exchange-session.ts'
import { retrievalReason } from '../../blocks/exchange/retrieval-reason.ts'
import type { RetrievalReport } from '../../blocks/exchange/retrieval-report.ts'
import { multihashKey } from '../../cid/hash/multihash-key.ts'
import { SourceError } from '../http/source-error.ts'
import type { RetrievalSettings } from '../settings/retrieval-settings.ts'
import { CarFeed } from './car-feed.ts'
import type { HttpSource } from './http-source.ts'
import type { ProviderCache } from './provider-cache.ts'
import { SessionSources } from './session-sources.ts'
import type { SourceState } from './source-state.ts'
import { Want } from './want.ts'

/**
 * The number of pending wants from which a request for the whole DAG pays off. Such a request has a cost of its own,
 * and repeats blocks that are local.
 */
const MANY_WANTS = 24

/**
 * The average block size up to which one stream is faster than many concurrent requests, and the number of blocks for
 * an average.
 */
const SMALL_BYTES = 64 * 1024
const MIN_TELLING = 4

/** The time that router lookups continue without a want, because a reader may request the next block. */
const LINGER_MS = 300

/** The interval at which all sources are asked again for a block that none had (boxo bitswap's `rebroadcastDelay`). */
const ASK_AGAIN_MS = 60_000

export interface HttpSessionInit {
  settings: RetrievalSettings
  /** Base URLs of gateways that should have the content. */
  origins?: readonly string[]
  sourceOf: (url: string, role: 'provider' | 'gateway') => HttpSource
  arrivals: ArrivalWaiters
  counts: ExchangeCounts
  /** Whether to wait for a block that no source has, as a node with peers does. Otherwise the request fails. */
  waits: boolean
  /** Aborts when the exchange stops. */
  stopping: AbortSignal
  /** The pending wants of all sessions. */
  wanted: Set<Want>
  /** Remembers recent providers across sessions. */
  memory: ProviderCache
}

/** The fetches of one request from trustless gateways. Sources that had blocks of it are asked first. */
export class HttpSession implements ExchangeSession {
  readonly #init: HttpSessionInit
  readonly #sources: SessionSources
  readonly #wants = new Set<Want>()
  readonly #listeners = new AbortListeners()
  /** By multihash: functions that take a block from the stream. */
  readonly #takers = new Map<string, (bytes: Uint8Array) => void>()
  #startedMs: number | undefined
  #blocks = 0
  #blockBytes = 0
  #lingers = false
  /** The root of the content that is read. */
  #root: CID | undefined
  /** The root of a DAG that is going to be read as a whole, and was not requested as a whole yet. */
  #expected: CID | undefined
  #feed: { car: CarFeed; record: SourceState; ending: AbortController } | undefined

  constructor (init: HttpSessionInit) {
    this.#init = init
    this.#sources = new SessionSources({
      settings: init.settings,
      origins: init.origins,
      sourceOf: init.sourceOf,
      recall: (root) => init.memory.recall(root),
      changed: () => {
        this.#wants.forEach((want) => {
          want.step()
        })
      }
    })
  }

  about (root: CID): void {
    this.#root = root
    this.#sources.about(root)
  }

  expectAll (root: CID): void {
    this.#expected = root
  }

  async get (cid: CID, { signal, verify }: WantOptions): Promise<Uint8Array> {
    const { arrivals, stopping, settings, counts, waits, wanted } = this.#init
    signal.throwIfAborted()
    stopping.throwIfAborted()
    const key = multihashKey(cid.multihash.bytes)
    const isFirst = this.#startedMs == null
    this.#startedMs ??= Date.now()

    return await new Promise<Uint8Array>((resolve, reject) => {
      let again: ReturnType<typeof setTimeout> | undefined

      const came = (bytes: Uint8Array, record: SourceState): void => {
        end()
        this.#blocks++
        this.#blockBytes += bytes.byteLength
        counts.received(record.source.url, [bytes.byteLength])
        this.#remember(record)
        resolve(bytes)
      }

      const want = new Want({
        cid,
        hopeMs: () => this.#feed?.car.hopeMs ?? 0,
        sources: this.#sources,
        maxBytes: settings.maxBlockBytes,
        verify,

        got: came,

        failed: () => {
          if (waits) {
            again ??= setTimeout(() => {
              again = undefined
              want.again()
            }, ASK_AGAIN_MS)
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
        this.#takers.delete(key)
        wanted.delete(want)
        if (!this.#lingers && this.#wants.size === 0) {
          this.#lingers = this.#linger()
        }
      }

      const aborted = (): void => {
        end()
        reject(signal.reason as Error)
      }
      const stopped = (): void => {
        end()
        reject(stopping.reason as Error)
      }
      const stopArriving = arrivals.add(cid, (bytes) => {
        end()
        resolve(bytes)
      })
      const stopListening = this.#listeners.add(signal, aborted)
      const stopWatching = this.#listeners.add(stopping, stopped)
      this.#wants.add(want)
      wanted.add(want)

      const take = (bytes: Uint8Array): void => {
        const { record } = this.#feed ?? {}

        verify(bytes).then(() => {
          record?.received(bytes.byteLength)
          record?.succeeded()
          if (this.#wants.has(want) && record != null) {
            came(bytes, record)
          }
        }, () => {
          record?.failed(new SourceError('wrong', 'sent something else'))
          this.#endFeed()
        })
      }

      this.#takers.set(key, take)
      const here = this.#feed?.car.take(cid)

      if (here != null) {
        take(here)
      }

      this.#startFeed()

      if (isFirst && !this.#sources.isKnown) {
        this.#sources.look(cid)
      }

      want.step()
    })
  }

  report (): RetrievalReport {
    const sources = this.#sources.report
    return {
      startedMs: this.#startedMs,
      waiting: this.#wants.size,
      blocks: this.#blocks,
      bytes: sources.reduce((sum, { bytes }) => sum + bytes, 0),
      sources
    }
  }

  #remember ({ source }: SourceState): void {
    const provider = this.#root == null ? undefined : this.#sources.providerOf(source.url)

    if (this.#root != null && provider != null) {
      this.#init.memory.note(this.#root, provider)
    }
  }

  /**
   * Starts streaming the whole DAG from a source that had blocks of it, if many small blocks are pending and all of the
   * DAG will be read.
   */
  #startFeed (): void {
    const isMany = this.#wants.size >= MANY_WANTS && this.#blocks >= MIN_TELLING &&
      this.#blockBytes <= SMALL_BYTES * this.#blocks
    const record = this.#expected == null || !isMany ? undefined : this.#sources.usable.find(({ blocks }) => blocks > 0)

    if (record == null || this.#expected == null) {
      return
    }

    const ending = new AbortController()
    const signal = AbortSignal.any([ending.signal, this.#init.stopping])

    this.#feed = {
      record,
      ending,

      car: new CarFeed({
        blocks: record.source.askAll(this.#expected, { signal, maxBytes: this.#init.settings.maxBlockBytes }),
        ended: () => {
          this.#wants.forEach((want) => {
            want.step()
          })
        },

        offer: ({ cid, bytes }) => {
          const take = this.#takers.get(multihashKey(cid.multihash.bytes))
          take?.(bytes.slice()) // a view would keep the whole chunk in memory
          return take != null
        }
      })
    }

    this.#expected = undefined
  }

  #endFeed (): void {
    this.#feed?.car.end()
    this.#feed?.ending.abort(new DOMException('the reader has stopped', 'AbortError'))
  }

  #linger (): true {
    later(() => {
      this.#lingers = false

      if (this.#wants.size === 0) {
        this.#sources.leave()
        this.#endFeed()
      }
    }, LINGER_MS)

    return true
  }

  #notFound (cid: CID): BlockNotFoundError {
    const report = this.report()
    return new BlockNotFoundError(cid, {
      reason: retrievalReason(report),
      report,
      status: this.#sources.hasBrokenItsWord ? 502 : 404
    })
  }
}
