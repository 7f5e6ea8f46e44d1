import { Key } from 'interface-datastore'
import type { Datastore } from 'interface-datastore'
import type { CID } from 'multiformats/cid'
import type { BlockReader } from '../blocks/block-reader.ts'
import type { Mfs } from './mfs.ts'

/** There while the mutable files are shown. */
const KEY = new Key('/local/mounted')

/**
 * Whether the mutable files are shown at `/mfs` of the gateway, and what is there now. Off until `mount` was asked, as in Kubo, whose
 * mounts go with the daemon; a worker is stopped all the time without anybody wishing it, so this is kept until `unmount`.
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

  /** The root with all that has changed, flushed or not; undefined where the files are not shown. */
  async root (options: { blocks: BlockReader, signal: AbortSignal }): Promise<CID | undefined> {
    this.#isMounted ??= await this.#datastore.has(KEY)
    return this.#isMounted ? (await this.#mfs.node('/', options)).cid : undefined
  }
}
