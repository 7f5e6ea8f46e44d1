import { Key } from 'interface-datastore'
import type { Batch, Datastore } from 'interface-datastore'
import { base32 } from 'multiformats/bases/base32'
import { CID } from 'multiformats/cid'
import { ifFound } from '../../async/promises/if-found.ts'
import { multihashFromKey } from '../../cid/hash/multihash-key.ts'
import { base32Text } from '../../cid/multibase/base32-text.ts'
import { mayHaveDescendants } from '../../ipld/registry/links.ts'

/** Prefix of the rows that lead from a block to a root. */
const BLOCKS = '/pinned/walk/near/'

/** Prefix of the rows that list the blocks of a root. */
const ROOTS = '/pinned/walk/few/'

/**
 * Lists the blocks below small recursive pins, a row each. The rows are written in the batch of their pin and deleted
 * with it, so small pins need no walk. The content of a row never becomes wrong; a stale row, for example from an
 * earlier version, is ignored because its root is not pinned.
 */
export class DescendantRows {
  readonly #data: Datastore

  constructor (data: Datastore) {
    this.#data = data
  }

  /**
   * Adds the blocks below a pin to its batch.
   *
   * @param below - multihashes, as `multihashKey` returns them
   */
  put (batch: Batch, root: CID, below: readonly string[]): void {
    const names = below.map((block) => base32Text(multihashFromKey(block)))
    names.forEach((block) => {
      batch.put(blockKey(block, rootName(root)), new Uint8Array(0))
    })

    if (names.length > 0) {
      batch.put(rootKey(root), new TextEncoder().encode(names.join(' ')))
    }
  }

  /** Adds the deletion of a pin's rows to the batch that removes the pin. */
  async delete (batch: Batch, root: CID): Promise<void> {
    const row = mayHaveDescendants(root) ? await ifFound(() => this.#data.get(rootKey(root))) : undefined

    if (row != null) {
      new TextDecoder().decode(row).split(' ').forEach((block) => {
        batch.delete(blockKey(block, rootName(root)))
      })
      batch.delete(rootKey(root))
    }
  }

  /**
   * Yields the roots that list a block, under any of its CIDs. Some of them may no longer be pinned. The cost does not
   * depend on the number of rows.
   */
  async *rootsOf ({ multihash }: CID): AsyncGenerator<CID> {
    for await (const key of this.#data.queryKeys({ prefix: `${BLOCKS}${base32Text(multihash.bytes)}/` })) {
      yield CID.decode(base32.baseDecode(key.baseNamespace()))
    }
  }
}

function rootName (root: CID): string {
  return base32Text(root.bytes)
}

function blockKey (block: string, root: string): Key {
  return new Key(`${BLOCKS}${block}/${root}`, false)
}

function rootKey (root: CID): Key {
  return new Key(ROOTS + rootName(root), false)
}
