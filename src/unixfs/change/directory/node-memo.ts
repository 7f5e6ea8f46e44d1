import { addUint64 } from '../../../bytes/protobuf/uint64.ts'
import type { Uint64 } from '../../../bytes/protobuf/uint64.ts'
import { CODEC } from '../../../cid/codes/multiformat-codes.ts'
import type { Hashing } from '../hashing.ts'
import { storeNode } from '../node-store.ts'
import type { NodeStore } from '../node-store.ts'
import type { DirectoryLink } from './directory-link.ts'

/** Memoizes the block of an immutable node, so that it is encoded and stored once. */
export class NodeMemo {
  readonly #hashing: Hashing
  #saved: DirectoryLink | undefined

  /** @param saved - the block from which the node was read */
  constructor (hashing: Hashing, saved?: DirectoryLink) {
    this.#hashing = hashing
    this.#saved = saved
  }

  /** The stored block; undefined before it is stored. */
  get saved (): DirectoryLink | undefined {
    return this.#saved
  }

  /** @param encode - encodes the block, and returns the total size of all blocks below it */
  async save (store: NodeStore, encode: () => { bytes: Uint8Array; below: Uint64 }): Promise<DirectoryLink> {
    if (this.#saved == null) {
      const { bytes, below } = encode()
      const cid = await storeNode(store, CODEC.dagPb, bytes, this.#hashing)
      this.#saved = { cid, tsize: addUint64(bytes.length, [below]) }
      store.onUndo?.(() => {
        this.#saved = undefined
      })
    }

    return this.#saved
  }
}
