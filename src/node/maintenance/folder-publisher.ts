import { later } from '../../async/timers/later.ts'
import type { Later } from '../../async/timers/later.ts'
import { blockReader } from '../../blocks/reader/block-reader.ts'
import { cidText } from '../../cid/text/cid-text.ts'
import { DEFAULT_PUBLISHING } from '../../names/publish/publisher.ts'
import { parsePath } from '../../path/content-path.ts'
import { appDataKeys, changeAppData, readAppData } from '../../repo/app-data.ts'
import type { IpfsNode } from '../interface/ipfs-node.ts'
import type { Service, ServiceContext } from '../services/services.ts'

/**
 * Prefix of the rows of published folders, followed by the IPNS name. They are rows of the app (`swipfs/app-data`): a
 * page creates and removes them, and this service updates them.
 */
export const PUBLISHED_ROWS = '/swipfs/published'

/** A folder of MFS that a name follows. */
export interface PublishedRow {
  path: string
  /** CID that the name leads to; undefined until it was published */
  cid?: string
  /** milliseconds since 1970 */
  atMs?: number
  /** places in the network at which the record was published, and why others refused it */
  places?: Array<{ place: string; problem?: string }>
  /** why it could not be published */
  problem?: string
}

/** Delay of the first check, and after a change, which is often one of several. */
const FIRST_AFTER_MS = 5000
const SETTLE_MS = 2000

/** Delay after an error. */
const RETRY_AFTER_MS = 300_000

type Node = Pick<IpfsNode, 'mfs' | 'names' | 'keys' | 'changes' | 'datastore' | 'blockstore' | 'logs'>

/**
 * Publishes folders of MFS under their names again after they have changed. Also checks them after each start, because
 * the node may have been stopped before it could publish a change.
 */
export class FolderPublisher implements Service {
  readonly name = 'folder-publishing'
  readonly #node: Node
  readonly #later: Later
  #cancel = (): void => {}
  #isLooking = false

  constructor (node: Node, options: { later?: Later } = {}) {
    this.#node = node
    this.#later = options.later ?? later
  }

  async start (context: ServiceContext): Promise<void> {
    const stopListening = this.#node.changes.on((topics) => {
      if (topics.includes('files')) {
        this.#after(SETTLE_MS, context)
      }
    })
    context.signal.addEventListener('abort', () => {
      stopListening()
      this.#cancel()
    }, { once: true })
    this.#after(FIRST_AFTER_MS, context)
  }

  async stop (): Promise<void> {
    this.#cancel()
  }

  #after (ms: number, context: ServiceContext): void {
    this.#cancel()
    this.#cancel = this.#later(() => {
      void this.#look(context)
    }, ms)
  }

  async #look (context: ServiceContext): Promise<void> {
    if (this.#isLooking) {
      this.#after(SETTLE_MS, context)
      return
    }
    this.#isLooking = true
    try {
      let failed = false
      for await (const key of appDataKeys(this.#node.datastore, PUBLISHED_ROWS)) {
        // `Services.list` reports the error.
        await context.background(async (signal) => {
          await this.#publish(key, signal)
        }).catch(() => {
          failed = true
        })
      }
      if (failed && !context.signal.aborted) {
        this.#after(RETRY_AFTER_MS, context)
      }
    } finally {
      this.#isLooking = false
    }
  }

  /** Publishes a folder if it has changed. Errors are written to its row, and thrown. */
  async #publish (key: string, signal: AbortSignal): Promise<void> {
    const { mfs, keys, names, blockstore, logs } = this.#node
    const row = await this.#read(key)
    if (row == null) {
      return
    }
    const name = key.slice(PUBLISHED_ROWS.length + 1)

    try {
      const { cid } = await mfs.node(row.path, {
        blocks: blockReader(blockstore, undefined, { unchecked: true }),
        signal
      })
      if (cidText(cid) === row.cid && row.problem == null) {
        return
      }
      const outcomes = await names.publish(await keys.privateKeyOf(name), parsePath(`/ipfs/${cidText(cid)}`), {
        ...DEFAULT_PUBLISHING,
        offline: false,
        signal
      })
      await this.#write(key, row.path, {
        path: row.path,
        cid: cidText(cid),
        atMs: Date.now(),
        places: outcomes.filter(({ isLonely }) => isLonely == null).map(({ place, problem }) => ({ place, problem }))
      })
    } catch (err) {
      signal.throwIfAborted()
      const problem = (err as Error).message
      logs.logger('namesys').error('a folder was not published', { path: row.path, name, problem })
      if (row.problem !== problem) {
        await this.#write(key, row.path, { ...row, problem })
      }
      throw err
    }
  }

  /** Updates a row, unless a page has removed or moved it meanwhile. */
  async #write (key: string, path: string, row: PublishedRow): Promise<void> {
    const now = await this.#read(key)
    if (now?.path === path) {
      const value = new TextEncoder().encode(JSON.stringify(row))
      await changeAppData(this.#node.datastore, one({ key, value }))
      this.#node.changes.notify('keys')
    }
  }

  /** @returns undefined for a missing row, and for one that is none: apps can write anything */
  async #read (key: string): Promise<PublishedRow | undefined> {
    const [value] = await readAppData(this.#node.datastore, [key])
    try {
      const row = value == null ? undefined : JSON.parse(new TextDecoder().decode(value)) as PublishedRow | null
      return typeof row?.path === 'string' ? row : undefined
    } catch {
      return undefined
    }
  }
}

async function* one<T> (value: T): AsyncGenerator<T> {
  yield value
}
