import { CONSTRAINT, INVALID_STATE, isError } from '../../errors/define-error.ts'
import { DatabaseLostError } from './database-lost-error.ts'
import type { DatabaseLoss, OnLost } from './database-lost-error.ts'
import { noSpaceLeft, storeError } from './store-error.ts'

/**
 * Called at the boundaries of every write transaction: `begin`, `commit` (all requests are made, nothing is stored yet)
 * and `done`. If it throws, the transaction ends as if the worker was killed at this point; for tests.
 */
export type TransactionHook = (step: 'begin' | 'commit' | 'done', label: string) => void

/**
 * Whether a request that fails after `commit()` aborts its transaction, as the standard requires. Firefox 153 keeps all
 * other requests, and WebKit 2.50 aborts without a reason. There, a transaction commits by itself after its last
 * request, one round trip later.
 */
const MAY_COMMIT = !globalThis.navigator?.userAgent?.startsWith('Mozilla') || 'userAgentData' in globalThis.navigator

/** A connection to IndexedDB, with transactions as promises. */
export class Database {
  readonly #db: IDBDatabase
  readonly #hook?: TransactionHook
  readonly #onLost?: OnLost
  /** Aborts the running transactions, because not every browser does when it closes a connection. */
  readonly #writing = new Set<(err: DatabaseLostError) => void>()
  #lost?: DatabaseLostError
  #closed = false
  #begun = 0

  /**
   * Wraps a connection.
   *
   * @param onLost - called if the connection is closed by anything but `close`
   */
  constructor (db: IDBDatabase, hook?: TransactionHook, onLost?: OnLost) {
    this.#db = db
    this.#hook = hook
    this.#onLost = onLost
    db.onclose = () => {
      this.#lose('closed')
    }
    // A connection that stays open would block the deletion of the database forever.
    db.onversionchange = ({ newVersion }) => {
      this.#lose(newVersion == null ? 'deleted' : 'replaced')
    }
  }

  /**
   * The number of write transactions begun so far. As long as it is unchanged, the result of the last one is current.
   */
  get begun (): number {
    return this.#begun
  }

  /**
   * Runs a write transaction. It is created before this returns: transactions over the same stores run in the order of
   * their creation.
   *
   * @param body - makes the requests; it may await requests, and nothing else
   * @throws the error of the body, or the reason of the abort; nothing is stored then. QuotaExceededError if the disk
   *   is full. DatabaseLostError if the connection is lost; it is unknown then whether the data was stored
   */
  async write<T> (
    label: string,
    stores: readonly string[],
    durability: IDBTransactionDurability,
    body: (tx: IDBTransaction) => Promise<T>
  ): Promise<T> {
    this.#hook?.('begin', label)
    const tx = this.#begin(() => this.#db.transaction([...stores], 'readwrite', { durability }))
    this.#begun++
    const completed = this.#completion(tx)
    completed.catch(() => {})
    let result: T

    try {
      // If the browser drops the requests of a closed connection, the body would wait forever.
      result = await Promise.race([body(tx), completed.then(neverResolve)])
      this.#hook?.('commit', label)

      if (MAY_COMMIT) {
        tx.commit()
      }
    } catch (err) {
      const wasRunning = tryAbort(tx)
      await completed.catch(() => {})
      throw this.#lost ?? (wasRunning && allowsNoPut(err) ? noSpaceLeft(err) : storeError(tx.error ?? err))
    }

    await completed
    this.#hook?.('done', label)
    return result
  }

  /**
   * Begins a read transaction. A failed request does not end it if it is read with `resultOrUndefined`.
   *
   * @throws DatabaseLostError
   */
  read (stores: readonly string[]): IDBTransaction {
    return this.#begin(() => this.#db.transaction([...stores], 'readonly'))
  }

  close (): void {
    this.#closed = true
    this.#db.close()
  }

  #begin (transaction: () => IDBTransaction): IDBTransaction {
    if (this.#lost != null) {
      throw this.#lost
    }

    try {
      return transaction()
    } catch (err) {
      // It is closing, and the `close` event is on its way.
      if (isError(err, INVALID_STATE) && !this.#closed) {
        throw this.#lose('closed', err)
      }

      throw err
    }
  }

  #lose (loss: DatabaseLoss, cause?: unknown): DatabaseLostError {
    const lost = new DatabaseLostError(loss, { cause })

    if (this.#lost == null && !this.#closed) {
      this.#lost = lost
      this.#db.close()
      this.#writing.forEach((fail) => {
        fail(lost)
      })
      this.#onLost?.(lost)
    }

    return lost
  }

  #completion (tx: IDBTransaction): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const end = (settle: () => void): void => {
        this.#writing.delete(reject)
        settle()
      }

      this.#writing.add(reject)
      tx.oncomplete = () => {
        end(resolve)
      }
      tx.onabort = () => {
        end(() => {
          reject(storeError(tx.error ?? new Error('the transaction was aborted')))
        })
      }
    })
  }
}

function neverResolve (): Promise<never> {
  return new Promise(() => {})
}

/**
 * Aborts a transaction.
 *
 * @returns whether it was still running; otherwise it has aborted by itself, and its error is the reason
 */
function tryAbort (tx: IDBTransaction): boolean {
  try {
    tx.abort()
    return true
  } catch {
    return false
  }
}

/**
 * Whether a running transaction rejects puts. After a full disk, Firefox begins a transaction that only allows deletes
 * (`IDBTransaction::Mode::Cleanup`), and fails each put with this error.
 */
function allowsNoPut (err: unknown): boolean {
  return isError(err, INVALID_STATE)
}

/** Returns the result of one request. */
export function requestResult<T> (request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => {
      resolve(request.result)
    }
    request.onerror = () => {
      reject(storeError(request.error))
    }
  })
}

/**
 * Returns the list of a `getAll` request, and empties the list of the request. Chromium keeps results of finished
 * requests alive until a full garbage collection, which fills the memory in long scans.
 */
export async function listResult<T> (request: IDBRequest<T[]>): Promise<T[]> {
  return (await requestResult(request)).splice(0)
}

/**
 * Returns the results of many requests of one transaction, with one promise for all. A promise for each would cost as
 * much as the request.
 */
export function requestResults<T> (requests: ReadonlyArray<IDBRequest<T>>): Promise<T[]> {
  if (requests.length === 0) {
    return Promise.resolve([])
  }

  return new Promise((resolve, reject) => {
    const last = requests[requests.length - 1]
    // The requests of one transaction are answered in order.
    last.onsuccess = () => {
      resolve(requests.map((request) => request.result))
    }
    // One listener for all: a listener each would be half of the cost. Errors bubble to the transaction.
    last.transaction?.addEventListener('error', ({ target }) => {
      reject(storeError((target as IDBRequest).error))
    })
  })
}

/**
 * Returns which `add` requests of one transaction succeeded. An existing key is a result, not an error, and the
 * transaction continues.
 */
export function addedFlags (requests: ReadonlyArray<IDBRequest<IDBValidKey>>): Promise<boolean[]> {
  if (requests.length === 0) {
    return Promise.resolve([])
  }

  return new Promise((resolve, reject) => {
    const last = requests[requests.length - 1]
    const end = (): void => {
      resolve(requests.map(({ error }) => error == null))
    }
    last.onsuccess = end

    for (const request of requests) {
      request.onerror = (event) => {
        if (!isError(request.error, CONSTRAINT)) {
          reject(storeError(request.error))
          return
        }

        event.preventDefault()
        event.stopPropagation()

        if (request === last) {
          end()
        }
      }
    }
  })
}

/**
 * Same as `requestResult`, but returns undefined on failure, and the transaction continues. For values that may be
 * damaged.
 */
export function resultOrUndefined<T> (request: IDBRequest<T>): Promise<T | undefined> {
  return new Promise((resolve) => {
    request.onsuccess = () => {
      resolve(request.result)
    }
    request.onerror = (event) => {
      event.preventDefault()
      event.stopPropagation()
      resolve(undefined)
    }
  })
}

/** Returns bytes, such as a multihash, as the key of a record. */
export function recordKey (bytes: Uint8Array): IDBValidKey {
  return bytes as Uint8Array<ArrayBuffer>
}
