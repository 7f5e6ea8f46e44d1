import { FileNotAllowedError } from '../../src/blocks/references/file-not-allowed-error.ts'
import type { ReferencedFiles } from '../../src/blocks/references/referenced-files.ts'
import { isError, NOT_ALLOWED } from '../../src/errors/define-error.ts'
import { openDatabase } from '../../src/store/database/open-database.ts'

const DATABASE = 'swipfs-picked-files'
const HANDLES = 'handles'
const ROOT = '/picked/'

/**
 * Files that the user has picked, for content that references them instead of storing copies. Their handles are stored
 * in IndexedDB and survive the worker. In a later session a browser may ask the user again before a file can be read;
 * without permission reads fail with an error that says so.
 */
export class PickedFiles implements ReferencedFiles {
  #database: Promise<IDBDatabase> | undefined

  /** Stores a file handle, and returns the path for uploading it. A file that is stored again keeps its path. */
  async keep (file: FileSystemFileHandle): Promise<string> {
    const kept = await this.#all()

    for (const [path, handle] of kept) {
      if (await handle.isSameEntry(file)) {
        return path
      }
    }

    const path = `${ROOT}${crypto.randomUUID()}/${encodeURIComponent(file.name)}`
    await this.#store('readwrite', (store) => store.put(file, path))
    return path
  }

  async nameOf (path: string): Promise<string> {
    if (await this.handle(path) == null) {
      throw new Error(
        `cannot add filestore references outside ipfs root (${ROOT}): hand the file over first, ` +
          'by addReference of the client library'
      )
    }

    return path
  }

  async read (path: string, offset: number, size: number): Promise<Uint8Array> {
    const file = await this.open(path)
    return new Uint8Array(await file.slice(offset, offset + size).arrayBuffer().catch(throwReadError))
  }

  async open (path: string): Promise<File> {
    const handle = await this.handle(path)

    if (handle == null) {
      throw new DOMException('the file is no longer known', 'NotFoundError')
    }

    return await handle.getFile().catch(throwReadError)
  }

  /**
   * Returns a handle with which a page can request permission.
   *
   * @returns undefined if no file has this path
   */
  async handle (path: string): Promise<FileSystemFileHandle | undefined> {
    return await this.#store<FileSystemFileHandle | undefined>('readonly', (store) => store.get(path))
  }

  async #all (): Promise<Array<[path: string, handle: FileSystemFileHandle]>> {
    const paths = await this.#store('readonly', (store) => store.getAllKeys()) as string[]
    const handles = await this.#store<FileSystemFileHandle[]>('readonly', (store) => store.getAll())
    return paths.map((path, i) => [path, handles[i]])
  }

  async #store<T> (mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const database = await (this.#database ??= this.#open())
    // Content that references a file is lost without its handle.
    const transaction = database.transaction([HANDLES], mode, { durability: 'strict' })
    const request = use(transaction.objectStore(HANDLES))

    return await new Promise<T>((resolve, reject) => {
      transaction.oncomplete = () => {
        resolve(request.result)
      }
      transaction.onabort = () => {
        reject(transaction.error ?? new Error('the browser has closed the database of picked files'))
      }
    })
  }

  async #open (): Promise<IDBDatabase> {
    const forget = (): void => {
      this.#database = undefined
    }

    try {
      const database = await openDatabase(indexedDB, DATABASE, 1, async (database) => {
        database.createObjectStore(HANDLES)
      })
      // The next use opens another connection.
      database.onclose = forget
      database.onversionchange = () => {
        forget()
        database.close()
      }
      return database
    } catch (err) {
      forget()
      throw err
    }
  }
}

/**
 * Rethrows the error of a read.
 *
 * @throws FileNotAllowedError if permission is missing
 */
function throwReadError (err: Error): never {
  throw isError(err, NOT_ALLOWED) ? new FileNotAllowedError() : err
}
