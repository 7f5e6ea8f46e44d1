import type { CID } from 'multiformats/cid'
import type { AskedSource, Failure } from '../../blocks/exchange/retrieval-report.ts'
import { SourceError } from '../http/source-error.ts'
import { findProviders } from '../routers/find-providers.ts'
import type { HttpProvider } from '../routers/find-providers.ts'

/** The state of a delegated router in one session. A router that has failed is not asked again. */
export class RouterState {
  readonly url: string
  readonly #userAgent: string | undefined
  #asking = 0
  #asked = 0
  #found = 0
  #problem: string | undefined
  #failure: Failure = 'failed'

  constructor (url: string, userAgent?: string) {
    this.url = url
    this.#userAgent = userAgent
  }

  get isUsable (): boolean {
    return this.#problem == null
  }

  /**
   * Looks up the providers of a block.
   *
   * @returns when the response is complete or has failed; rejects only with the signal's reason
   */
  async ask (
    cid: CID,
    { signal, onProvider }: { signal: AbortSignal; onProvider: (provider: HttpProvider) => void }
  ): Promise<void> {
    this.#asking++
    this.#asked++

    try {
      for await (const provider of findProviders(this.url, cid, { signal, userAgent: this.#userAgent })) {
        this.#found++
        onProvider(provider)
      }
    } catch (err) {
      signal.throwIfAborted()
      this.#problem = err instanceof SourceError ? err.message : String(err)
      this.#failure = err instanceof SourceError ? err.failure : 'failed'
    } finally {
      this.#asking--
    }
  }

  get report (): AskedSource | undefined {
    if (this.#asked === 0) {
      return undefined
    }

    const outcome = this.#problem == null ? 'answered' : 'failed'
    return {
      name: this.url,
      role: 'router',
      state: this.#asking > 0 ? 'asking' : outcome,
      found: this.#found,
      bytes: 0,
      ...this.#problem == null ? {} : { problem: this.#problem, failure: this.#failure }
    }
  }
}
