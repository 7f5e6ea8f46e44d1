import { DatabaseLostError } from './database-lost-error.ts'
import type { DatabaseLoss, OnLost } from './database-lost-error.ts'
import { noSpaceLeft, storeError } from './store-error.ts'

/**
 * Called at the boundaries of every write transaction: `begin`, `commit` (all requests are made, nothing is kept yet)
 * and `done`. A throw ends the transaction as a kill of the worker at this point would; tests do that.
 */
export type TransactionHook = (step: 'begin' | 'commit' | 'done', label: string) => void

/**
 * Whether a request that fails behind `commit()` ends its transaction, as the standard says. Firefox (153) keeps all the others, and WebKit (2.50) ends it
 * without a reason: there a transaction commits by itself when its last request is answered, which is a message to and fro later.
 */
const MAY_COMMIT = !globalThis.navigator?.userAgent?.startsWith('Mozilla') || 'userAgentData' in globalThis.navigator

/** A connection to IndexedDB, with transactions as promises. */
export class Database {
  readonly #db: IDBDatabase
  readonly #hook?: TransactionHook
  readonly #onLost?: OnLost
  /** ends the transactions under way: not every browser does when it closes a connection */
  readonly #writing = new Set<(err: DatabaseLostError) => void>()
  #lost?: DatabaseLostError
  #closed = false
  #begun = 0

  /** @param onLost - told when the connection was closed, by anybody but `close` */
  constructor (db: IDBDatabase, hook?: TransactionHook, onLost?: OnLost) {
    this.#db = db
    this.#hook = hook
    this.#onLost = onLost
    db.onclose = () => { this.#lose('closed') }
    // a connection that stays would block for ever who deletes the database
    db.onversionchange = ({ newVersion }) => { this.#lose(newVersion == null ? 'deleted' : 'replaced') }
  }

  /** How many write transactions were begun so far. What one has written stands as long as no other was. */
  get begun (): number {
    return this.#begun
  }

  /**
   * One write transaction, created before this returns: transactions over the same stores run in the order of their creation.
   *
   * @param body - makes its requests; it may await requests, and nothing else
   * @throws what the body threw, or why the transaction was aborted; `QuotaExceededError` when the disk is full.
   * Nothing is kept then. `DatabaseLostError` when the connection is gone; whether it was kept is not known then.
   */
  async write<T> (label: string, stores: readonly string[], durability: IDBTransactionDurability, body: (tx: IDBTransaction) => Promise<T>): Promise<T> {
    this.#hook?.('begin', label)
    const tx = this.#begin(() => this.#db.transaction([...stores], 'readwrite', { durability }))
    this.#begun++
    const completed = this.#completion(tx)
    completed.catch(() => {})
    let result: T

    try {
      // the body would wait for ever for requests that a browser forgets with their connection
      result = await Promise.race([body(tx), completed.then(never)])
      this.#hook?.('commit', label)

      if (MAY_COMMIT) {
        tx.commit()
      }
    } catch (err) {
      const wasRunning = abort(tx)
      await completed.catch(() => {})
      throw this.#lost ?? (wasRunning && allowsNoPut(err) ? noSpaceLeft(err) : storeError(tx.error ?? err))
    }

    await completed
    this.#hook?.('done', label)
    return result
  }

  /** A read transaction. A request that fails does not end it: see `settle`. @throws DatabaseLostError */
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
      // it is closing, and the event that says so is on its way
      if ((err as Error).name === 'InvalidStateError' && !this.#closed) {
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
      this.#writing.forEach((fail) => { fail(lost) })
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
      tx.oncomplete = () => { end(resolve) }
      tx.onabort = () => { end(() => { reject(storeError(tx.error ?? new Error('the transaction was aborted'))) }) }
    })
  }
}

function never (): Promise<never> {
  return new Promise(() => {})
}

/** @returns whether it was under way; else it has aborted by itself, and its error says why */
function abort (tx: IDBTransaction): boolean {
  try {
    tx.abort()
    return true
  } catch {
    return false
  }
}

/**
 * Whether a transaction that is under way refuses what it is asked to put: behind a full disk Firefox begins one in which only deletes are allowed
 * (`IDBTransaction::Mode::Cleanup`), and says that of whatever is put in it.
 */
function allowsNoPut (err: unknown): boolean {
  return (err as Error | null)?.name === 'InvalidStateError'
}

/** The result of one request. */
export function result<T> (request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => { resolve(request.result) }
    request.onerror = () => { reject(storeError(request.error)) }
  })
}

/**
 * The list that a request for many gives. The request has it no more: in Chromium one that is done keeps what it gave alive until all garbage is collected, which
 * for whoever goes through very many is what fills the memory.
 */
export async function listed<T> (request: IDBRequest<T[]>): Promise<T[]> {
  return (await result(request)).splice(0)
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
    // a listener each would be half of what they cost; errors come by the transaction on their way up
    last.transaction?.addEventListener('error', ({ target }) => { reject(storeError((target as IDBRequest).error)) })
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

/** Bytes, such as a multihash, as the key of a record. */
export function recordKey (bytes: Uint8Array): IDBValidKey {
  return bytes as Uint8Array<ArrayBuffer>
}
