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
import type { DirectoryLink, NamedLink } from './directory-link.ts'
import { linkSize } from './link-size.ts'
import { NodeMemo } from './node-memo.ts'

const NO_BYTES = new Uint8Array(0)

/** What links count together, by kind of estimation; what is left out is counted when it is wanted. */
type Sizes = Partial<Record<'links' | 'block', number>>

interface BasicState {
  hashing: Hashing
  /** the UnixFS message: type, mode and time */
  data: NewUnixfsData
  /** sorted by the bytes of the names */
  links: readonly NamedLink[]
  sizes?: Sizes
}

/** A directory of one block. A change makes a new one; both share what they can. */
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

  /** @param saved - the block that it was read from */
  static read ({ links }: PbNode, data: NewUnixfsData, hashing: Hashing, saved: DirectoryLink): BasicDirectory {
    const named = links.map(({ cid, name, nameBytes = NO_BYTES, tsize = 0 }) => ({
      cid,
      name,
      nameBytes: nameBytes.slice(),
      tsize
    }))
    return new BasicDirectory({ hashing, data, links: sorted(named) }, saved)
  }

  /** @param init - its links in any order */
  static of ({ hashing, data, links }: Pick<BasicState, 'hashing' | 'data'> & { links: NamedLink[] }): BasicDirectory {
    return new BasicDirectory({ hashing, data, links: sorted(links) })
  }

  find (name: string): NamedLink | undefined {
    const [start, end] = this.#range(encodeUtf8(name))
    return start < end ? this.links[start] : undefined
  }

  /** With an entry, in place of the one of that name. The same directory where nothing is new. */
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

  /** With other CIDs, or another message, for the same entries. */
  changed (change: Partial<Pick<BasicState, 'hashing' | 'data'>>): BasicDirectory {
    return new BasicDirectory({
      hashing: this.hashing,
      data: this.data,
      links: this.links,
      sizes: this.#sizes,
      ...change
    })
  }

  /** The size that decides whether it is sharded. */
  size (estimation: DirectoryLimits['estimation']): number {
    const kind = estimation === 'block' ? 'block' : 'links'
    const links = this.#sizes[kind] ??= this.links.reduce(
      (sum, link) => sum + linkSize(link, link.nameBytes.length, kind),
      0
    )
    return kind === 'links' ? links : links + dataFieldLength(this.data)
  }

  /** Its node, where that is stored. */
  get saved (): DirectoryLink | undefined {
    return this.#memo.saved
  }

  /** Its block, made and stored where that has not happened. */
  async save (store: NodeStore): Promise<DirectoryLink> {
    return await this.#memo.save(store, () => ({
      bytes: encodeUnixfsNode(this.links, this.data),
      below: addUint64(0, this.links.map(({ tsize }) => tsize))
    }))
  }

  /** Where entries of this name stand, or would. */
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

function sorted (links: NamedLink[]): NamedLink[] {
  return links.sort((a, b) => compareBytes(a.nameBytes, b.nameBytes))
}

/** Bytes of the message in a dag-pb node (boxo `dataFieldSerializedSize`). */
export function dataFieldLength (data: NewUnixfsData): number {
  const length = unixfsDataLength(data)
  return 1 + varintLength(length) + length
}
