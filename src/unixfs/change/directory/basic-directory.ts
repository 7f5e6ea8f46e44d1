import { addUint64 } from '../../../bytes/protobuf/uint64.ts'
import { varintLength } from '../../../bytes/protobuf/varint.ts'
import { compareBytes, encodeUtf8 } from '../../../go/text/utf8.ts'
import type { PbNode } from '../../../ipld/dag-pb/pb-node.ts'
import { unixfsDataLength } from '../../format/encode-unixfs-data.ts'
import { encodeUnixfsNode } from '../../format/encode-unixfs-node.ts'
import { UNIXFS_TYPE } from '../../format/unixfs-data.ts'
import type { NewUnixfsData } from '../../format/unixfs-data.ts'
import type { DirectoryLimits } from '../../import/directory/limits.ts'
import type { Hashing } from '../hashing.ts'
import type { NodeStore } from '../node-store.ts'
import { sortByName } from '../sort-by-name.ts'
import type { DirectoryLink, NamedLink } from './directory-link.ts'
import { linkSize } from './link-size.ts'
import { NodeMemo } from './node-memo.ts'

const NO_BYTES = new Uint8Array(0)

/** The total size of the links by kind of estimation, computed lazily. */
type Sizes = Partial<Record<'links' | 'block', number>>

interface BasicState {
  hashing: Hashing
  /** the UnixFS message: type, mode and mtime */
  data: NewUnixfsData
  /** sorted by the bytes of the names */
  links: readonly NamedLink[]
  sizes?: Sizes
}

/** An immutable directory of one block. A change returns a new one that shares unchanged parts. */
export class BasicDirectory {
  readonly kind = 'basic'
  readonly hashing: Hashing
  readonly data: NewUnixfsData
  readonly links: readonly NamedLink[]
  readonly #sizes: Sizes
  readonly #memo: NodeMemo

  constructor ({ hashing, data, links, sizes = {} }: BasicState, saved?: DirectoryLink) {
    this.hashing = hashing
    this.data = data
    this.links = links
    this.#sizes = sizes
    this.#memo = new NodeMemo(hashing, saved)
  }

  static empty (hashing: Hashing, data: NewUnixfsData = { type: UNIXFS_TYPE.directory }): BasicDirectory {
    return new BasicDirectory({ hashing, data, links: [] })
  }

  /** @param saved - the block from which the directory was read */
  static read ({ links }: PbNode, data: NewUnixfsData, hashing: Hashing, saved: DirectoryLink): BasicDirectory {
    const named = links.map(({ cid, name, nameBytes = NO_BYTES, tsize = 0 }) => ({
      cid,
      name,
      nameBytes: nameBytes.slice(),
      tsize
    }))
    return new BasicDirectory({ hashing, data, links: sortByName(named) }, saved)
  }

  /** @param init - the links, in any order */
  static of ({ hashing, data, links }: Pick<BasicState, 'hashing' | 'data'> & { links: NamedLink[] }): BasicDirectory {
    return new BasicDirectory({ hashing, data, links: sortByName(links) })
  }

  find (name: string): NamedLink | undefined {
    const [start, end] = this.#range(encodeUtf8(name))
    return start < end ? this.links[start] : undefined
  }

  /** Returns a directory with an entry added or replaced. Returns this directory if nothing changes. */
  with (name: string, { cid, tsize }: DirectoryLink): BasicDirectory {
    const nameBytes = encodeUtf8(name)
    const [start, end] = this.#range(nameBytes)
    const old = this.links[start]

    if (end === start + 1 && old.tsize === tsize && old.cid.equals(cid)) {
      return this
    }

    return this.#spliced(start, end, [{ name, nameBytes, cid, tsize }])
  }

  without (name: string): BasicDirectory {
    const [start, end] = this.#range(encodeUtf8(name))
    return this.#spliced(start, end, [])
  }

  /** Returns a directory with the same entries, but another CID format or UnixFS message. */
  changed (change: Partial<Pick<BasicState, 'hashing' | 'data'>>): BasicDirectory {
    return new BasicDirectory({
      hashing: this.hashing,
      data: this.data,
      links: this.links,
      sizes: this.#sizes,
      ...change
    })
  }

  /** Returns the size that decides about sharding. */
  size (estimation: DirectoryLimits['estimation']): number {
    const kind = estimation === 'block' ? 'block' : 'links'
    const links = this.#sizes[kind] ??= this.links.reduce(
      (sum, link) => sum + linkSize(link, link.nameBytes.length, kind),
      0
    )
    return kind === 'links' ? links : links + dataFieldLength(this.data)
  }

  /** The stored node; undefined if it is not stored yet. */
  get saved (): DirectoryLink | undefined {
    return this.#memo.saved
  }

  /** Encodes and stores the block, unless it is stored already. */
  async save (store: NodeStore): Promise<DirectoryLink> {
    return await this.#memo.save(store, () => ({
      bytes: encodeUnixfsNode(this.links, this.data),
      below: addUint64(0, this.links.map(({ tsize }) => tsize))
    }))
  }

  /** Returns the range of entries with this name. An empty range is the insertion point. */
  #range (name: Uint8Array): [start: number, end: number] {
    let start = 0

    for (let high = this.links.length; start < high;) {
      const middle = start + high >> 1

      if (compareBytes(this.links[middle].nameBytes, name) < 0) {
        start = middle + 1
      } else {
        high = middle
      }
    }

    let end = start

    while (end < this.links.length && compareBytes(this.links[end].nameBytes, name) === 0) {
      end++
    }

    return [start, end]
  }

  #spliced (start: number, end: number, added: NamedLink[]): BasicDirectory {
    const removed = this.links.slice(start, end)
    const sizes: Sizes = {}

    for (const kind of ['links', 'block'] as const) {
      const before = this.#sizes[kind]
      const sum = (links: readonly NamedLink[]): number =>
        links.reduce((total, link) => total + linkSize(link, link.nameBytes.length, kind), 0)
      sizes[kind] = before == null ? undefined : before - sum(removed) + sum(added)
    }

    return new BasicDirectory({
      hashing: this.hashing,
      data: this.data,
      links: [...this.links.slice(0, start), ...added, ...this.links.slice(end)],
      sizes
    })
  }
}

/** Returns the number of bytes of the message in a dag-pb node (boxo `dataFieldSerializedSize`). */
export function dataFieldLength (data: NewUnixfsData): number {
  const length = unixfsDataLength(data)
  return 1 + varintLength(length) + length
}
