import { storeError } from './store-error.ts'

/**
 * Called at the boundaries of every write transaction: `begin`, `commit` (all requests are made, nothing is kept yet)
 * and `done`. A throw ends the transaction as a kill of the worker at this point would; tests do that.
 */
export type TransactionHook = (step: 'begin' | 'commit' | 'done', label: string) => void

/** The IndexedDB connection of a packed store, with transactions as promises. */
export class Database {
  readonly #db: IDBDatabase
  readonly #hook?: TransactionHook

  constructor (db: IDBDatabase, hook?: TransactionHook) {
    this.#db = db
    this.#hook = hook
  }

  /**
   * One write transaction, created before this returns: transactions over the same stores run in the order of their creation.
   *
   * @param body - makes its requests; it may await requests, and nothing else
   * @throws what the body threw, or why the transaction was aborted; `QuotaExceededError` when the disk is full.
   * Nothing is kept then.
   */
  async write<T> (label: string, stores: readonly string[], durability: IDBTransactionDurability, body: (tx: IDBTransaction) => Promise<T>): Promise<T> {
    this.#hook?.('begin', label)
    const tx = this.#db.transaction([...stores], 'readwrite', { durability })
    const completed = completion(tx)
    completed.catch(() => {})
    let result: T

    try {
      result = await body(tx)
      this.#hook?.('commit', label)
      tx.commit()
    } catch (err) {
      abort(tx)
      await completed.catch(() => {})
      throw storeError(tx.error ?? err)
    }

    await completed
    this.#hook?.('done', label)
    return result
  }

  /** A read transaction. A request that fails does not end it: see `settle`. */
  read (stores: readonly string[]): IDBTransaction {
    return this.#db.transaction([...stores], 'readonly')
  }

  close (): void {
    this.#db.close()
  }
}

function completion (tx: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    tx.oncomplete = () => { resolve() }
    tx.onabort = () => { reject(storeError(tx.error ?? new Error('the transaction was aborted'))) }
  })
}

function abort (tx: IDBTransaction): void {
  try {
    tx.abort()
  } catch {
    // it has aborted by itself, and its error says why
  }
}

/** The result of one request. */
export function result<T> (request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => { resolve(request.result) }
    request.onerror = () => { reject(storeError(request.error)) }
  })
}

/** The results of many requests of one transaction, with one promise for all: a promise each would cost as much as the request. */
export function results<T> (requests: ReadonlyArray<IDBRequest<T>>): Promise<T[]> {
  if (requests.length === 0) {
    return Promise.resolve([])
  }

  return new Promise((resolve, reject) => {
    const last = requests[requests.length - 1]
    // requests of one transaction are answered in their order
    last.onsuccess = () => { resolve(requests.map((request) => request.result)) }

    for (const request of requests) {
      request.onerror = () => { reject(storeError(request.error)) }
    }
  })
}

/** Which of the `add` requests of one transaction came through; that a key is taken is an answer, and the transaction goes on. */
export function added (requests: ReadonlyArray<IDBRequest<IDBValidKey>>): Promise<boolean[]> {
  if (requests.length === 0) {
    return Promise.resolve([])
  }

  return new Promise((resolve, reject) => {
    const last = requests[requests.length - 1]
    const end = (): void => { resolve(requests.map(({ error }) => error == null)) }
    last.onsuccess = end

    for (const request of requests) {
      request.onerror = (event) => {
        if (request.error?.name !== 'ConstraintError') {
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

/** As `result`, but a failure is an answer, and the transaction goes on. For values that may be damaged. */
export function settle<T> (request: IDBRequest<T>): Promise<T | undefined> {
  return new Promise((resolve) => {
    request.onsuccess = () => { resolve(request.result) }
    request.onerror = (event) => {
      event.preventDefault()
      event.stopPropagation()
      resolve(undefined)
    }
  })
}

/** A multihash as the key of a record. */
export function recordKey (multihash: Uint8Array): IDBValidKey {
  return multihash as Uint8Array<ArrayBuffer>
}
