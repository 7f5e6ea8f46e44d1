import type { Datastore } from 'interface-datastore'
import { timeLimit } from '../../async/signals/time-limit.ts'
import { later } from '../../async/timers/later.ts'
import type { ConfigStore } from '../../config/config-store.ts'
import { AUTO_CONF_KEY, autoConfUrl, isAutoConfEnabled } from '../../config/values/auto-conf.ts'
import type { AutoConfCache, KeptAutoConf } from '../../config/values/auto-conf.ts'
import { errorMessage } from '../../go/text/error-message.ts'
import { parseGoDurationMs } from '../../go/time/parse-duration.ts'
import type { Logs } from '../../log/logs.ts'
import { fetchAutoConf } from '../../net/auto-conf/fetch-auto-conf.ts'
import type { SendAutoConfRequest } from '../../net/auto-conf/fetch-auto-conf.ts'
import type { Service, ServiceContext } from '../services/services.ts'

/** The limits of boxo (`autoconf/client.go`, `updater.go`). */
const TIMEOUT_MS = 5000
const REFRESH_MS = 24 * 60 * 60 * 1000
const BACKOFF_MS = 60_000
const GROWTH = 2

/** The options for fetching recommendations. */
export interface AutoConfInit {
  /**
   * Fetches only after the first use of a recommendation, and after this delay, so that no start becomes slower.
   * Default: at the start.
   */
  lazyMs?: number
  /** sends the requests; default: through the HTTP cache of a browser */
  send?: SendAutoConfRequest
  /** whether nothing may be fetched with the current settings */
  isOff?: (config: ConfigStore) => boolean
}

interface AutoConfNode {
  config: ConfigStore
  datastore: Datastore
  logs: Logs
}

/**
 * Fetches the recommendations that `auto` stands for, when they are due (Kubo `AutoConf`, boxo `autoconf`). If that
 * fails, the node goes on with those that it has, and tries again later. The result is stored.
 */
export class AutoConfUpdater implements Service {
  readonly name = 'autoconf'
  readonly #node: AutoConfNode
  readonly #init: AutoConfInit
  readonly #cache: AutoConfCache
  #failures = 0
  #retryMs = 0
  /** the URL that the timer or the running fetch is for; undefined without one */
  #url: string | undefined
  #cancel = (): void => {}

  /** @param cache - receives the fetched recommendations */
  constructor (node: AutoConfNode, cache: AutoConfCache, init: AutoConfInit) {
    this.#node = node
    this.#cache = cache
    this.#init = init
  }

  async start (context: ServiceContext): Promise<void> {
    const check = (): void => {
      this.#check(context)
    }

    this.#cache.onUse = check
    context.signal.addEventListener('abort', () => {
      this.#cache.onUse = () => {}
      this.#cancel()
    }, { once: true })

    if (this.#init.lazyMs == null) {
      check()
    }
  }

  /** Sets the timer for the next fetch, unless it is set. */
  #check (context: ServiceContext): void {
    const config = this.#node.config.all()
    const url = autoConfUrl(config)

    if (this.#url === url || context.signal.aborted) {
      return
    }

    this.#cancel()
    this.#url = undefined

    if (!isAutoConfEnabled(config)) {
      return
    }

    this.#url = url
    this.#cancel = later(() => {
      void this.#update(url, context)
    }, Math.max(this.#init.lazyMs ?? 0, this.#retryMs - Date.now(), this.#dueMs(url) - Date.now()))
  }

  /** Returns the time of the next fetch, in milliseconds since 1970: what the user and the server want, the earlier. */
  #dueMs (url: string): number {
    const kept = this.#keptFor(url)
    const text = this.#node.config.get<string | null>('AutoConf.RefreshInterval')
    const interval = text == null || text === 'default' ? REFRESH_MS : parseGoDurationMs(text) ?? REFRESH_MS
    const ttlMs = (kept?.recommended.AutoConfTTL ?? 0) * 1000
    return kept == null ? 0 : kept.checkedMs + (ttlMs > 0 ? Math.min(ttlMs, interval) : interval)
  }

  #keptFor (url: string): KeptAutoConf | undefined {
    const { kept } = this.#cache
    return kept?.url === url ? kept : undefined
  }

  /** Never rejects. */
  async #update (url: string, context: ServiceContext): Promise<void> {
    const log = this.#node.logs.logger('autoconf')

    // The next use of a recommendation checks again.
    if (
      this.#init.isOff?.(this.#node.config) === true ||
      (globalThis as { navigator?: { onLine?: boolean } }).navigator?.onLine === false
    ) {
      this.#url = undefined
      return
    }

    await context.background(async (signal) => {
      try {
        const before = this.#keptFor(url)
        const kept = await fetchAutoConf(url, {
          signal: timeLimit(TIMEOUT_MS, signal),
          kept: before,
          isInsecure: this.#node.config.get<boolean | null>('AutoConf.TLSInsecureSkipVerify') === true
        }, this.#init.send)
        await this.#node.datastore.put(AUTO_CONF_KEY, new TextEncoder().encode(JSON.stringify(kept)))
        this.#cache.kept = kept
        this.#failures = 0
        this.#retryMs = 0
        const { AutoConfVersion: version } = kept.recommended

        if (before?.recommended.AutoConfVersion !== version) {
          log.info(`fetched autoconf version ${version}`, { url })
        }
      } catch (err) {
        if (!signal.aborted) {
          this.#retryMs = Date.now() + Math.min(BACKOFF_MS * GROWTH ** ++this.#failures, REFRESH_MS)
          log.error(`AutoConf fetch failed: ${errorMessage(err)}`, { url, attempt: this.#failures })
        }
      }
    }).catch(() => {})

    this.#url = undefined
    this.#check(context)
  }
}
