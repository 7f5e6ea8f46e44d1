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
import { findInShard, hashed, swapInShard } from './swap-in-shard.ts'

/** Shards below the root that are kept in memory, each with what is below it. */
const MAX_OPEN_SHARDS = 32

interface HamtState {
  root: Shard
  /** mode and time */
  stat: Pick<NewUnixfsData, 'mode' | 'mtime'>
  /** how much it has grown since it was read or made, in `links` estimation */
  sizeChange: number
  /** entries, as boxo counts them: those of the root shard when it is read */
  totalLinks: number
  /** how often it was listed since */
  listings: number
  /** bytes in `estimation` that its links have at least, from the last time when somebody counted */
  atLeast?: { estimation: DirectoryLimits['estimation']; bytes: number }
}

/**
 * A sharded directory. A change reads the shards on its path, and makes a new directory that shares the others.
 *
 * What it remembers besides its shards decides when it becomes a plain one again. boxo (`ipld/unixfs/io/directory.go`,
 * `HAMTDirectory`) counts the names of entries with the digits that a shard puts before them, until somebody lists the
 * directory: that is kept here, since CIDs depend on it.
 */
export class HamtDirectory {
  readonly kind = 'hamt'
  readonly state: HamtState

  private constructor (state: HamtState) {
    this.state = state
  }

  /** @param saved - the block that it was read from */
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

  /** The same entries sharded. */
  static async from (
    { links, hashing, data: { mode, mtime } }: BasicDirectory,
    fanout: number,
    store: NodeStore
  ): Promise<HamtDirectory> {
    let root = Shard.empty(hashing, fanout)

    for (const link of links) {
      root = (await swapInShard(root, hashed(link.nameBytes), { kind: 'value', link, listings: 0 }, store)).shard
    }

    return new HamtDirectory({ root, stat: { mode, mtime }, sizeChange: 0, totalLinks: links.length, listings: 0 })
  }

  get hashing (): Hashing {
    return this.state.root.hashing
  }

  /** The message of a plain directory with its mode and time. */
  get data (): NewUnixfsData {
    return { type: UNIXFS_TYPE.directory, ...this.state.stat }
  }

  async find (name: string, reading: Pick<NodeStore, 'blocks' | 'signal'>): Promise<NamedLink | undefined> {
    return (await this.value(name, reading))?.link
  }

  async value (name: string, reading: Pick<NodeStore, 'blocks' | 'signal'>): Promise<ShardValue | undefined> {
    return await findInShard(this.state.root, hashed(encodeUtf8(name)), reading)
  }

  /** With an entry, in place of the one of that name. */
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

  /** With other CIDs for new nodes; those of the shards below the root stay. */
  withHashing (hashing: Hashing): HamtDirectory {
    const { fanout, slots } = this.state.root
    return this.changed({ root: new Shard({ hashing, fanout, slots }) })
  }

  changed (change: Partial<HamtState>): HamtDirectory {
    return new HamtDirectory({ ...this.state, ...change })
  }

  /** What an entry counts (see above). */
  sizeOf ({ link, listings }: ShardValue, estimation: DirectoryLimits['estimation']): number {
    const prefix = listings < this.state.listings ? 0 : this.state.root.prefixLength
    return linkSize(link, link.nameBytes.length + prefix, estimation)
  }

  /** The entries, in the order of the tree. */
  links (options: ReadOptions): AsyncGenerator<NamedLink> {
    return shardLinks(this.state.root, options)
  }

  /** The same, some at a time. */
  lots (options: ReadOptions): AsyncGenerator<LinkedEntry[]> {
    return shardBatches(this.state.root, options)
  }

  /** Its node, where that is stored. */
  get saved (): DirectoryLink | undefined {
    return this.state.root.memo.saved
  }

  /** Its blocks, made and stored where that has not happened. */
  async save (store: NodeStore): Promise<DirectoryLink> {
    return await saveShard(this.state.root, store, this.state.stat)
  }

  /** Remembers that somebody has listed it (see above). */
  listed (): HamtDirectory {
    return this.changed({ listings: this.state.listings + 1 })
  }

  /** The same without the shards that are stored in memory, where they are many. */
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
    const { shard, old } = await swapInShard(root, hashed(nameBytes), value, store)

    if (shard === root) {
      return this
    }

    return this.changed({
      root: shard,
      sizeChange: sizeChange + (value == null ? 0 : linkSize(value.link, nameBytes.length, 'links')) -
        (old == null ? 0 : this.sizeOf(old, 'links')),
      totalLinks: totalLinks + (value == null ? 0 : 1) - (old == null ? 0 : 1),
      // an entry that comes only adds to it
      atLeast: atLeast == null || old == null
        ? atLeast
        : { ...atLeast, bytes: atLeast.bytes - linkSize(old.link, nameBytes.length, atLeast.estimation) }
    })
  }
}
