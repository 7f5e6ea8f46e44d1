import type { IpfsNode } from '../interface/ipfs-node.ts'
import type { RepairReport, RepairReporter } from '../interface/repairs.ts'
import type { ServiceContext } from '../services/services.ts'
import { incompletePins } from './incomplete-pins.ts'
import type { PinnedBlocks } from './incomplete-pins.ts'

/** Maximum number of incomplete pins that are listed; only the count of further ones is reported. */
const MAX_LISTED = 50

type SearchedNode = Pick<IpfsNode, 'repairs'> & PinnedBlocks

/**
 * Reports which data of the node the browser lost, and which pins are incomplete since then. The first request for the
 * report starts one walk over the pins in the background, which fetches missing blocks if possible.
 */
export class RepairSearch implements RepairReporter {
  readonly name = 'repair-search'
  readonly #node: SearchedNode
  readonly #incomplete: RepairReport['incomplete'] = []
  readonly #stop = new AbortController()
  #incompleteCount = 0
  #search: 'not-started' | 'requested' | 'running' | 'ended' = 'not-started'
  #background: ServiceContext['background'] | undefined

  constructor (node: SearchedNode) {
    this.#node = node
  }

  async start ({ background }: ServiceContext): Promise<void> {
    this.#background = background

    if (this.#search === 'requested') {
      this.#startSearch(background)
    }
  }

  /** Returns the findings so far. Starts the search for incomplete pins if data was lost. */
  async read (): Promise<RepairReport> {
    const repairs = await this.#node.repairs.list()

    if (repairs.length > 0 && this.#search === 'not-started') {
      this.#search = 'requested'

      if (this.#background != null) {
        this.#startSearch(this.#background)
      }
    }

    return {
      repairs,
      incomplete: [...this.#incomplete],
      incompleteCount: this.#incompleteCount,
      isSearching: this.#search === 'requested' || this.#search === 'running'
    }
  }

  /** Acknowledges the repairs, which are not reported again, and ends the search. */
  async forget (): Promise<void> {
    this.#stop.abort(new DOMException('the repairs were acknowledged', 'AbortError'))
    this.#search = 'ended'
    await this.#node.repairs.forget()
  }

  #startSearch (background: ServiceContext['background']): void {
    this.#search = 'running'

    void background(async (signal) => {
      try {
        await this.#walk(AbortSignal.any([signal, this.#stop.signal]))
      } catch {
        // Readers of these pins get the error that ended the walk.
      } finally {
        this.#search = 'ended'
      }
    }).catch(() => {})
  }

  async #walk (signal: AbortSignal): Promise<void> {
    for await (const cid of incompletePins(this.#node, { signal })) {
      if (this.#incompleteCount++ < MAX_LISTED) {
        this.#incomplete.push({ cid: cid.toString(), name: (await this.#node.pins.get(cid))?.name ?? '' })
      }
    }
  }
}
