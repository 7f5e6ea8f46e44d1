import { Key } from 'interface-datastore'
import type { Datastore } from 'interface-datastore'
import { ifFound } from '../../async/promises/if-found.ts'
import type { Json } from '../../config/values/config.ts'

/** Names of runtime state that lasts as long as Kubo's daemon; each is a row. */
export type RuntimeName = 'peering' | 'log-levels' | 'request-log' | 'p2p-listeners' | 'followed-names' | 'peers'

const NAMES: readonly RuntimeName[] = [
  'peering',
  'log-levels',
  'request-log',
  'p2p-listeners',
  'followed-names',
  'peers'
]

/** Keys of these rows, for prefetching. */
export const RUNTIME_KEYS: readonly Key[] = NAMES.map(stateKey)

/** Age after which rows expire, if a restart of the browser cannot be detected. */
const MAX_AGE_MS = 24 * 60 * 60_000

/** The session that runtime state belongs to: in a browser, from the start of the browser to its end. */
export interface RuntimeSession {
  /** Whether the session of the last write is still running; undefined if unknown. */
  isSame: () => Promise<boolean | undefined>
}

interface Row {
  /** time of the write, in milliseconds since 1970 */
  at: number
  value: Json
}

/**
 * Stores settings of commands that last until the node stops, such as `swarm/peering/add`. A service worker is stopped
 * whenever it is idle, which must not end them: each kind is a row of the datastore. `shutdown` and the end of the
 * session delete the rows.
 */
export class RuntimeState {
  readonly #datastore: Datastore
  readonly #now: () => number
  readonly #failed: (err: Error) => void
  readonly #rows: Map<RuntimeName, Json>
  /** Names of rows that differ from the values in memory. */
  readonly #unsaved = new Set<RuntimeName>()
  #saving: Promise<void> | undefined
  #isEnded = false

  private constructor (
    datastore: Datastore,
    rows: Map<RuntimeName, Json>,
    { now, failed }: { now: () => number; failed: (err: Error) => void }
  ) {
    this.#datastore = datastore
    this.#rows = rows
    this.#now = now
    this.#failed = failed
  }

  /**
   * Reads the rows of this session and deletes those of earlier ones. An unreadable row counts as missing.
   *
   * @param options.failed - called when a row cannot be written; the state lasts only until the worker stops then
   */
  static async open (
    datastore: Datastore,
    session: RuntimeSession,
    { now = Date.now, failed = () => {} }: { now?: () => number; failed?: (err: Error) => void } = {}
  ): Promise<RuntimeState> {
    const read = await Promise.all(NAMES.map(async (name) => [name, await readRow(datastore, name)] as const))
    const found = read.filter(([, row]) => row !== undefined)
    const isSame = found.length === 0 || await session.isSame().catch(() => undefined)
    const state = new RuntimeState(datastore, new Map(), { now, failed })

    for (const [name, row] of found) {
      if (row != null && isSame !== false && (isSame === true || now() - row.at < MAX_AGE_MS)) {
        state.#rows.set(name, row.value)
      } else {
        state.#unsaved.add(name)
      }
    }

    if (state.#unsaved.size > 0) {
      state.#save()
    }

    return state
  }

  get (name: RuntimeName): Json | undefined {
    return this.#rows.get(name)
  }

  /** Replaces a row; undefined deletes it. Starts the write, see `saved`. Has no effect after `clear`. */
  put (name: RuntimeName, value: Json | undefined): void {
    if (this.#isEnded) {
      return
    }

    if (value === undefined) {
      this.#rows.delete(name)
    } else {
      this.#rows.set(name, value)
    }

    this.#unsaved.add(name)
    this.#save()
  }

  /** Resolves when all puts are written. Never rejects. */
  async saved (): Promise<void> {
    while (this.#saving != null) {
      await this.#saving
    }
  }

  /** Deletes all rows, because the node is shut down. */
  async clear (): Promise<void> {
    this.#isEnded = true
    this.#rows.clear()
    NAMES.forEach((name) => {
      this.#unsaved.add(name)
    })
    this.#save()
    await this.saved()
  }

  /** Writes one batch at a time; later puts go into the next one. */
  #save (): void {
    this.#saving ??= (async () => {
      while (this.#unsaved.size > 0) {
        // Failed writes are not retried: the loop would never end.
        const names = [...this.#unsaved]
        this.#unsaved.clear()
        const batch = this.#datastore.batch()

        for (const name of names) {
          const value = this.#rows.get(name)

          if (value === undefined) {
            batch.delete(stateKey(name))
          } else {
            batch.put(
              stateKey(name),
              new TextEncoder().encode(JSON.stringify({ at: this.#now(), value } satisfies Row))
            )
          }
        }

        await batch.commit()
      }
    })().catch((err: unknown) => {
      this.#failed(err as Error)
    }).finally(() => {
      this.#saving = undefined

      if (this.#unsaved.size > 0) {
        this.#save()
      }
    })
  }
}

function stateKey (name: RuntimeName): Key {
  return new Key(`/runtime/${name}`)
}

/**
 * Reads a row.
 *
 * @returns null for an unreadable row, undefined for a missing one
 */
async function readRow (datastore: Datastore, name: RuntimeName): Promise<Row | null | undefined> {
  const bytes = await ifFound(async () => await datastore.get(stateKey(name)))

  if (bytes == null) {
    return undefined
  }

  try {
    const row = JSON.parse(new TextDecoder().decode(bytes)) as Partial<Row> | null
    return typeof row?.at === 'number' && row.value !== undefined ? row as Row : null
  } catch {
    return null
  }
}
