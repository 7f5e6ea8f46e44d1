import { Key } from 'interface-datastore'
import type { Datastore } from 'interface-datastore'
import type { CID } from 'multiformats/cid'
import type { BlockReader } from '../blocks/reader/block-reader.ts'
import type { Mfs } from './mfs.ts'

/** The key of a row that exists while MFS is mounted. */
const KEY = new Key('/local/mounted')

/**
 * Controls whether MFS is mounted at `/mfs` of the gateway. Off until `mount`, as in Kubo. Kubo's mounts end with the
 * daemon, but browsers stop workers at any time. So a mount is persistent until `unmount`.
 */
export class MountedFiles {
  readonly #datastore: Datastore
  readonly #mfs: Pick<Mfs, 'node'>
  #isMounted: boolean | undefined

  constructor (datastore: Datastore, mfs: Pick<Mfs, 'node'>) {
    this.#datastore = datastore
    this.#mfs = mfs
  }

  async mount (): Promise<void> {
    await this.#datastore.put(KEY, new Uint8Array())
    this.#isMounted = true
  }

  async unmount (): Promise<void> {
    await this.#datastore.delete(KEY)
    this.#isMounted = false
  }

  /** Returns the root with all changes, flushed or not; undefined if MFS is not mounted. */
  async root (options: { blocks: BlockReader; signal: AbortSignal }): Promise<CID | undefined> {
    this.#isMounted ??= await this.#datastore.has(KEY)
    return this.#isMounted ? (await this.#mfs.node('/', options)).cid : undefined
  }
}
