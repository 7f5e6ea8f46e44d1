import { Key } from 'interface-datastore'
import type { Batch, Datastore } from 'interface-datastore'
import { base32 } from 'multiformats/bases/base32'
import { CID } from 'multiformats/cid'
import { ifFound } from '../async/if-found.ts'
import { multihashFromKey } from '../cid/multihash-key.ts'
import { base32Text } from '../cid/multibase/base32-text.ts'
import { mayKeepOthers } from './may-keep-others.ts'

/** A row for each block, from it to a root. */
const BLOCKS = '/pinned/walk/near/'

/** A row for each root, with its blocks. */
const ROOTS = '/pinned/walk/few/'

/**
 * Blocks below recursive pins that keep few, a row each, written in the batch of their pin and deleted in that in which it goes: so nobody has to look what
 * lies below these. What a row says is true for ever, so one that is left over, as by an earlier version, says nothing where its root is no pin.
 */
export class NearBelow {
  readonly #data: Datastore

  constructor (data: Datastore) {
    this.#data = data
  }

  /** Adds to the batch of a pin what lies below it. @param below - multihashes, by `multihashKey` */
  put (batch: Batch, root: CID, below: readonly string[]): void {
    const names = below.map((block) => base32Text(multihashFromKey(block)))
    names.forEach((block) => { batch.put(blockKey(block, nameOf(root)), new Uint8Array(0)) })

    if (names.length > 0) {
      batch.put(rootKey(root), new TextEncoder().encode(names.join(' ')))
    }
  }

  /** Adds to the batch in which a pin goes that nothing lies below it any more. */
  async delete (batch: Batch, root: CID): Promise<void> {
    const row = mayKeepOthers(root) ? await ifFound(() => this.#data.get(rootKey(root))) : undefined

    if (row != null) {
      new TextDecoder().decode(row).split(' ').forEach((block) => { batch.delete(blockKey(block, nameOf(root))) })
      batch.delete(rootKey(root))
    }
  }

  /** The roots below which a block was said to lie, whatever CID names it; some of them may be pins no more. As quick however many rows there are. */
  async * rootsOf ({ multihash }: CID): AsyncGenerator<CID> {
    for await (const key of this.#data.queryKeys({ prefix: `${BLOCKS}${base32Text(multihash.bytes)}/` })) {
      yield CID.decode(base32.baseDecode(key.baseNamespace()))
    }
  }
}

function nameOf (root: CID): string {
  return base32Text(root.bytes)
}

function blockKey (block: string, root: string): Key {
  return new Key(`${BLOCKS}${block}/${root}`, false)
}

function rootKey (root: CID): Key {
  return new Key(ROOTS + nameOf(root), false)
}
