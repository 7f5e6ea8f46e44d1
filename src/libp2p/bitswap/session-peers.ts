import type { AskedSource } from '../../blocks/exchange/retrieval-report.ts'

/** The peers of one request. Those that have sent blocks of it are asked first for the next ones. */
export class SessionPeers {
  readonly #sources = new Map<string, AskedSource>()
  readonly #good = new Set<string>()

  /** peers that have sent blocks and were not too slow since */
  get good (): ReadonlySet<string> {
    return this.#good
  }

  get sources (): AskedSource[] {
    return [...this.#sources.values()]
  }

  asked (peer: string): void {
    this.#of(peer)
  }

  /** Records that a peer does not have a block. */
  lacks (peer: string): void {
    const source = this.#of(peer)

    if (source.found === 0) {
      source.state = 'answered'
      source.problem = 'does not have it'
      source.failure = 'missing'
    }
  }

  sent (peer: string, bytes: number): void {
    const source = this.#of(peer)
    source.state = 'answered'
    delete source.problem
    delete source.failure
    source.found++
    source.bytes += bytes
    this.#good.add(peer)
  }

  failed (peer: string, problem: string): void {
    const source = this.#of(peer)
    source.state = 'failed'
    source.problem = problem
    this.#good.delete(peer)
  }

  #of (peer: string): AskedSource {
    const source = this.#sources.get(peer) ?? { name: peer, role: 'provider', state: 'asking', found: 0, bytes: 0 }
    this.#sources.set(peer, source)
    return source
  }
}
