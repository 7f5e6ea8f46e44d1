import { FileNotAllowedError } from '../src/blocks/references/file-not-allowed-error.ts'
import type { ReferencedFiles } from '../src/blocks/references/referenced-files.ts'
import { openDatabase } from '../src/store/database/open-database.ts'

const DATABASE = 'swipfs-picked-files'
const HANDLES = 'handles'
const ROOT = '/picked/'

/**
 * Files that a person has picked, for content that refers to them instead of being stored: handles in IndexedDB, which outlive the
 * worker. A browser may ask the person again before one can be read in a later session; what is not allowed is an error that says so.
 */
export class PickedFiles implements ReferencedFiles {
  #database: Promise<IDBDatabase> | undefined

  /** Keeps a file, and gives the path to upload it by. The same file keeps its path. */
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
      throw new Error(`cannot add filestore references outside ipfs root (${ROOT}): hand the file over first, by addReference of the client library`)
    }

    return path
  }

  async read (path: string, offset: number, size: number): Promise<Uint8Array> {
    const file = await this.open(path)
    return new Uint8Array(await file.slice(offset, offset + size).arrayBuffer().catch(refused))
  }

  async open (path: string): Promise<File> {
    const handle = await this.handle(path)

    if (handle == null) {
      throw new DOMException('the file is not known any more', 'NotFoundError')
    }

    return await handle.getFile().catch(refused)
  }

  /** What a page asks the person with. @returns undefined for a path of no file */
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
    // without its handle what refers to a file is lost
    const transaction = database.transaction([HANDLES], mode, { durability: 'strict' })
    const request = use(transaction.objectStore(HANDLES))

    return await new Promise<T>((resolve, reject) => {
      transaction.oncomplete = () => { resolve(request.result) }
      transaction.onabort = () => { reject(transaction.error ?? new Error('the browser has closed the database of picked files')) }
    })
  }

  async #open (): Promise<IDBDatabase> {
    const forget = (): void => { this.#database = undefined }

    try {
      const database = await openDatabase(indexedDB, DATABASE, 1, async (database) => { database.createObjectStore(HANDLES) })
      // the next use opens another
      database.onclose = forget
      database.onversionchange = () => { forget(); database.close() }
      return database
    } catch (err) {
      forget()
      throw err
    }
  }
}

/** @throws FileNotAllowedError for what the browser refuses */
function refused (err: Error): never {
  throw err.name === 'NotAllowedError' ? new FileNotAllowedError() : err
}
