import { Key } from 'interface-datastore'
import { ifFound } from '../../async/promises/if-found.ts'
import { delay } from '../../async/timers/delay.ts'
import { later } from '../../async/timers/later.ts'
import type { Later } from '../../async/timers/later.ts'
import { collectGarbage } from '../../repo/gc/gc.ts'
import { Quota } from '../../store/quota/quota.ts'
import type { IpfsNode } from '../interface/ipfs-node.ts'
import type { Service, ServiceContext } from '../services/services.ts'
import { gcSettings } from './gc-settings.ts'

/** Notices of automatic garbage collection, before it removes blocks and afterwards. Bytes and milliseconds. */
export type GcNotice =
  | { type: 'gc-soon'; storedBytes: number; limitBytes: number; inMs: number }
  | { type: 'gc-done'; removed: number; freedBytes: number }

export interface AutoGcOptions {
  notify?: (news: GcNotice) => void
  quota?: Pick<Quota, 'estimate'>
  now?: () => number
  /** time between the notice and the collection; disabling it meanwhile keeps all blocks */
  noticeMs?: number
  later?: Later
}

/** Time of the last check, in milliseconds since 1970: a worker seldom lives for a whole period. */
const LOOKED_KEY = new Key('/local/autogc')

/** Delay of the first check, so that it does not slow down the first requests. */
const FIRST_AFTER_MS = 5000
const NOTICE_MS = 10_000

/**
 * Collects garbage automatically if more than `Datastore.StorageGCWatermark` percent of the limit is stored. The limit
 * is `Datastore.StorageMax`, or the browser's quota if that is lower.
 *
 * It checks every `Datastore.GCPeriod`, counted across restarts of the worker, like Kubo's daemon with `--enable-gc`.
 * It runs only if `Datastore.EnableGC` is true. Blocks that are neither pinned nor in MFS may be the user's only copy,
 * so a notice precedes the collection.
 */
export class AutoGc implements Service {
  readonly name = 'auto-gc'
  readonly #node: Pick<IpfsNode, 'blockstore' | 'datastore' | 'config' | 'gcLock' | 'gcRoots' | 'changes' | 'logs'>
  readonly #options: Required<AutoGcOptions>
  #cancel = (): void => {}
  #isLooking = false

  constructor (
    node: Pick<IpfsNode, 'blockstore' | 'datastore' | 'config' | 'gcLock' | 'gcRoots' | 'changes' | 'logs'>,
    options: AutoGcOptions = {}
  ) {
    this.#node = node
    this.#options = {
      quota: new Quota(),
      now: Date.now,
      noticeMs: NOTICE_MS,
      later,
      ...options,
      notify: options.notify ?? (() => {})
    }
  }

  async start (context: ServiceContext): Promise<void> {
    const unlisten = this.#node.changes.on((topics) => {
      if (topics.includes('config')) {
        void this.#plan(context)
      }
    })
    context.signal.addEventListener('abort', () => {
      unlisten()
      this.#cancel()
    }, { once: true })
    await this.#plan(context)
  }

  /** Schedules the next check. If it throws, the next change of settings, or the next start, tries again. */
  async #plan (context: ServiceContext): Promise<void> {
    try {
      this.#cancel()
      const { periodMs } = gcSettings(this.#node.config)

      if (periodMs == null || context.signal.aborted || this.#isLooking) {
        return
      }

      const dueMs = await this.#lookedMs() + periodMs - this.#options.now()
      this.#cancel()
      this.#cancel = this.#options.later(() => {
        void this.#due(context)
      }, Math.max(FIRST_AFTER_MS, dueMs))
    } catch (err) {
      this.#node.logs.logger('autogc').error((err as Error).message)
    }
  }

  async #due (context: ServiceContext): Promise<void> {
    this.#isLooking = true

    try {
      await context.background(async (signal) => {
        await this.#look(signal)
      })
    } catch {} // `Services.list` reports it

    this.#isLooking = false
    await this.#plan(context)
  }

  /** Returns the time of the last check. The first period starts now: enabling the setting collects nothing at once. */
  async #lookedMs (): Promise<number> {
    const { datastore } = this.#node

    const row = await ifFound(() => datastore.get(LOOKED_KEY))

    if (row != null) {
      const looked = Number(new TextDecoder().decode(row))

      if (looked <= this.#options.now()) { // otherwise the clock was set back, or the value is not a number
        return looked
      }
    }

    return await this.#looked()
  }

  async #looked (): Promise<number> {
    const now = this.#options.now()
    await this.#node.datastore.put(LOOKED_KEY, new TextEncoder().encode(String(now)))
    return now
  }

  async #look (signal: AbortSignal): Promise<void> {
    await this.#looked()
    const over = await this.#tooMuch()

    if (over == null) {
      return
    }

    const log = this.#node.logs.logger('autogc')
    log.info('Watermark exceeded. Starting repo GC...', over)
    this.#options.notify({ type: 'gc-soon', ...over, inMs: this.#options.noticeMs })
    await delay(this.#options.noticeMs, signal)

    if (await this.#tooMuch() == null) {
      return // it was disabled meanwhile, or room was made
    }

    let removed = 0
    let failed: Error | undefined

    await collectGarbage(this.#node, {
      signal,
      report: (result) => {
        if ('removed' in result) {
          removed++
        } else {
          failed = result.error
        }
      }
    })

    const { bytes } = await this.#node.blockstore.stat()
    this.#options.notify({ type: 'gc-done', removed, freedBytes: Math.max(0, over.storedBytes - Number(bytes)) })

    if (failed != null) {
      throw failed
    }
  }

  /** Returns the stored bytes and the limit; undefined if no collection is needed. */
  async #tooMuch (): Promise<{ storedBytes: number; limitBytes: number } | undefined> {
    const { periodMs, maxBytes, watermark } = gcSettings(this.#node.config)
    const storedBytes = Number((await this.#node.blockstore.stat()).bytes)
    const free = (await this.#options.quota.estimate())?.free ?? Infinity
    const limitBytes = Math.floor(Math.min(maxBytes, storedBytes + free) * watermark / 100)
    return periodMs != null && storedBytes > limitBytes ? { storedBytes, limitBytes } : undefined
  }
}
