import { encodeUtf8 } from '../../../go/text/utf8.ts'
import type { PbNode } from '../../../ipld/dag-pb/pb-node.ts'
import { UNIXFS_TYPE } from '../../format/unixfs-data.ts'
import type { NewUnixfsData, UnixfsData } from '../../format/unixfs-data.ts'
import type { DirectoryLimits } from '../../import/directory/limits.ts'
import type { LinkedEntry } from '../../read/directory/list-directory.ts'
import type { ReadOptions } from '../../read/sizes/read-options.ts'
import type { Hashing } from '../hashing.ts'
import type { NodeStore } from '../node-store.ts'
import type { BasicDirectory } from './basic-directory.ts'
import type { DirectoryLink, NamedLink } from './directory-link.ts'
import { linkSize } from './link-size.ts'
import { saveShard } from './save-shard.ts'
import { shardBatches, shardLinks } from './shard-links.ts'
import { Shard } from './shard.ts'
import type { ShardValue, Slot } from './shard.ts'
import { findInShard, hashName, swapInShard } from './swap-in-shard.ts'

/** The maximum number of loaded shards below the root, each with its loaded descendants. */
const MAX_OPEN_SHARDS = 32

interface HamtState {
  root: Shard
  /** mode and mtime */
  stat: Pick<NewUnixfsData, 'mode' | 'mtime'>
  /** the growth in bytes since the directory was read or created, in `links` estimation */
  sizeChange: number
  /** the number of entries as boxo counts them: initially those of the root shard */
  totalLinks: number
  /** the number of listings since then */
  listings: number
  /** a lower bound of the size of the links in bytes, from the last count by `estimation` */
  atLeast?: { estimation: DirectoryLimits['estimation']; bytes: number }
}

/**
 * An immutable sharded directory. A change loads the shards on its path, and returns a new directory that shares the
 * others.
 *
 * The state other than the shards decides about the switch back to a basic directory. Until a directory is listed, boxo
 * counts entry names including their shard prefix (`ipld/unixfs/io/directory.go`, `HAMTDirectory`). CIDs depend on
 * this, so it is imitated here.
 */
export class HamtDirectory {
  readonly kind = 'hamt'
  readonly state: HamtState

  private constructor (state: HamtState) {
    this.state = state
  }

  /** @param saved - the block from which the directory was read */
  static read (node: PbNode, data: UnixfsData, saved: DirectoryLink): HamtDirectory {
    const { mode, mtime } = data
    return new HamtDirectory({
      root: Shard.read(node, data, saved),
      stat: { mode, mtime },
      sizeChange: 0,
      totalLinks: node.links.length,
      listings: 0
    })
  }

  /** Converts a basic directory to a sharded one. */
  static async from (
    { links, hashing, data: { mode, mtime } }: BasicDirectory,
    fanout: number,
    store: NodeStore
  ): Promise<HamtDirectory> {
    let root = Shard.empty(hashing, fanout)

    for (const link of links) {
      root = (await swapInShard(root, hashName(link.nameBytes), { kind: 'value', link, listings: 0 }, store)).shard
    }

    return new HamtDirectory({ root, stat: { mode, mtime }, sizeChange: 0, totalLinks: links.length, listings: 0 })
  }

  get hashing (): Hashing {
    return this.state.root.hashing
  }

  /** The UnixFS message of a basic directory with the same mode and mtime. */
  get data (): NewUnixfsData {
    return { type: UNIXFS_TYPE.directory, ...this.state.stat }
  }

  async find (name: string, reading: Pick<NodeStore, 'blocks' | 'signal'>): Promise<NamedLink | undefined> {
    return (await this.value(name, reading))?.link
  }

  async value (name: string, reading: Pick<NodeStore, 'blocks' | 'signal'>): Promise<ShardValue | undefined> {
    return await findInShard(this.state.root, hashName(encodeUtf8(name)), reading)
  }

  /** Returns a directory with an entry added or replaced. */
  async with (name: string, { cid, tsize }: DirectoryLink, store: NodeStore): Promise<HamtDirectory> {
    const nameBytes = encodeUtf8(name)
    return await this.#swapped(nameBytes, {
      kind: 'value',
      link: { name, nameBytes, cid, tsize },
      listings: this.state.listings
    }, store)
  }

  async without (name: string, store: NodeStore): Promise<HamtDirectory> {
    return await this.#swapped(encodeUtf8(name), undefined, store)
  }

  /** Returns a directory that uses another CID format for new nodes; shards below the root keep theirs. */
  withHashing (hashing: Hashing): HamtDirectory {
    const { fanout, slots } = this.state.root
    return this.changed({ root: new Shard({ hashing, fanout, slots }) })
  }

  changed (change: Partial<HamtState>): HamtDirectory {
    return new HamtDirectory({ ...this.state, ...change })
  }

  /** Returns the size of an entry for the switch to a basic directory (see above). */
  sizeOf ({ link, listings }: ShardValue, estimation: DirectoryLimits['estimation']): number {
    const prefix = listings < this.state.listings ? 0 : this.state.root.prefixLength
    return linkSize(link, link.nameBytes.length + prefix, estimation)
  }

  /** Iterates over the entries in tree order. */
  links (options: ReadOptions): AsyncGenerator<NamedLink> {
    return shardLinks(this.state.root, options)
  }

  /** Iterates over the entries in tree order, in batches. */
  batches (options: ReadOptions): AsyncGenerator<LinkedEntry[]> {
    return shardBatches(this.state.root, options)
  }

  /** The stored root node; undefined if it is not stored yet. */
  get saved (): DirectoryLink | undefined {
    return this.state.root.memo.saved
  }

  /** Encodes and stores all blocks that are not stored yet. */
  async save (store: NodeStore): Promise<DirectoryLink> {
    return await saveShard(this.state.root, store, this.state.stat)
  }

  /** Records that the directory was listed (see above). */
  listed (): HamtDirectory {
    return this.changed({ listings: this.state.listings + 1 })
  }

  /** Unloads the stored shards if there are too many of them in memory. */
  closed (): HamtDirectory {
    const { root } = this.state
    const open = root.slots.filter((slot) => slot?.kind === 'shard').length

    if (open <= MAX_OPEN_SHARDS) {
      return this
    }

    const slots = root.slots.map((slot): Slot | undefined =>
      slot?.kind === 'shard' && slot.memo.saved != null ? { kind: 'unread', ...slot.memo.saved } : slot
    )
    return this.changed({ root: new Shard({ hashing: root.hashing, fanout: root.fanout, slots }, root.memo.saved) })
  }

  async #swapped (nameBytes: Uint8Array, value: ShardValue | undefined, store: NodeStore): Promise<HamtDirectory> {
    const { root, sizeChange, totalLinks, atLeast } = this.state
    const { shard, old } = await swapInShard(root, hashName(nameBytes), value, store)

    if (shard === root) {
      return this
    }

    return this.changed({
      root: shard,
      sizeChange: sizeChange + (value == null ? 0 : linkSize(value.link, nameBytes.length, 'links')) -
        (old == null ? 0 : this.sizeOf(old, 'links')),
      totalLinks: totalLinks + (value == null ? 0 : 1) - (old == null ? 0 : 1),
      // a new entry only increases the size
      atLeast: atLeast == null || old == null
        ? atLeast
        : { ...atLeast, bytes: atLeast.bytes - linkSize(old.link, nameBytes.length, atLeast.estimation) }
    })
  }
}
