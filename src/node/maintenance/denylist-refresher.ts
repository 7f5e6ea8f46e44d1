import { later } from '../../async/timers/later.ts'
import type { ListRow } from '../../denylist/lists/list-row.ts'
import { listSourceOpener } from '../denylists/open-list-source.ts'
import type { SourceNode } from '../denylists/open-list-source.ts'
import type { IpfsNode } from '../interface/ipfs-node.ts'
import type { Service, ServiceContext } from '../services/services.ts'

/** The longest delay after a failed refresh. */
const RETRY_MS = 300_000

/** Reads the denylists with a URL or content path again, each in its interval. Without lists it does nothing. */
export class DenylistRefresher implements Service {
  readonly name = 'denylists'
  readonly #node: Pick<IpfsNode, 'policy' | 'denylists'> & SourceNode
  #cancel = (): void => {}
  #isRunning = false

  constructor (node: Pick<IpfsNode, 'policy' | 'denylists'> & SourceNode) {
    this.#node = node
  }

  async start (context: ServiceContext): Promise<void> {
    const unwatch = this.#node.policy.watch(() => {
      this.#schedule(context)
    })

    context.signal.addEventListener('abort', () => {
      unwatch()
      this.#cancel()
    }, { once: true })

    this.#schedule(context)
  }

  #schedule (context: ServiceContext): void {
    this.#cancel()

    if (this.#node.policy.rules == null || this.#isRunning || context.signal.aborted) {
      return
    }

    const dueMs = Math.min(...this.#node.denylists.lists.map(refreshMs))

    if (dueMs < Infinity) {
      this.#cancel = later(() => {
        void this.#run(context)
      }, Math.max(0, dueMs - Date.now()))
    }
  }

  async #run (context: ServiceContext): Promise<void> {
    const { denylists } = this.#node
    this.#isRunning = true

    await context.background(async (signal) => {
      for (const list of denylists.lists.filter((list) => refreshMs(list) <= Date.now())) {
        await denylists.refresh(list.name, listSourceOpener(this.#node), signal)
      }
    }).catch(() => {})

    this.#isRunning = false
    this.#schedule(context)
  }
}

/** Returns the time of the next refresh of a list, in milliseconds since 1970; Infinity for none. */
function refreshMs ({ source, checkedMs, error }: ListRow): number {
  return 'intervalMs' in source
    ? checkedMs + (error === '' ? source.intervalMs : Math.min(source.intervalMs, RETRY_MS))
    : Infinity
}
