import { decodeUtf8 } from '../../../go/text/utf8.ts'
import { decodePbNode } from '../../../ipld/dag-pb/decode-pb-node.ts'
import type { PbNode } from '../../../ipld/dag-pb/pb-node.ts'
import { decodeUnixfsData } from '../../format/decode-unixfs-data.ts'
import type { UnixfsData } from '../../format/unixfs-data.ts'
import { hamtShard, slotOf } from '../../read/directory/hamt-shard.ts'
import { hashingOf } from '../hashing.ts'
import type { Hashing } from '../hashing.ts'
import type { NodeStore } from '../node-store.ts'
import type { DirectoryLink, NamedLink } from './directory-link.ts'
import { NodeMemo } from './node-memo.ts'

/** An entry in a shard. */
export interface ShardValue {
  kind: 'value'
  link: NamedLink
  /** the number of listings of the directory at the time when the entry was added */
  listings: number
}

/** A child shard that is not loaded. */
export interface UnreadShard extends DirectoryLink {
  kind: 'unread'
}

export type Slot = ShardValue | UnreadShard | Shard

interface ShardState {
  hashing: Hashing
  /** the number of slots: a power of two */
  fanout: number
  /** indexed by the bits of the hash; undefined for an empty slot */
  slots: ReadonlyArray<Slot | undefined>
}

/** An immutable node of a sharded directory. A change returns a new one that shares the unchanged slots. */
export class Shard {
  readonly kind = 'shard'
  readonly hashing: Hashing
  readonly fanout: number
  readonly slots: ReadonlyArray<Slot | undefined>
  readonly memo: NodeMemo

  constructor ({ hashing, fanout, slots }: ShardState, saved?: DirectoryLink) {
    this.hashing = hashing
    this.fanout = fanout
    this.slots = slots
    this.memo = new NodeMemo(hashing, saved)
  }

  static empty (hashing: Hashing, fanout: number): Shard {
    return new Shard({ hashing, fanout, slots: new Array<Slot | undefined>(fanout).fill(undefined) })
  }

  /** @throws an Error if the node is not a valid shard */
  static read (node: PbNode, data: UnixfsData, saved: DirectoryLink): Shard {
    const shard = hamtShard(node, data)
    const { fanout, bitfield, prefixLength } = shard
    const slots = new Array<Slot | undefined>(fanout).fill(undefined)
    let next = 0

    for (let i = 0; i < fanout; i++) {
      if ((bitfield[bitfield.length - 1 - (i >> 3)] ?? 0) >> (i & 7) & 1) {
        const { link, value } = slotOf(shard, node.links[next++])
        const { cid, tsize = 0, nameBytes = new Uint8Array(0) } = link

        if (value) {
          const bytes = nameBytes.slice(prefixLength)
          slots[i] = { kind: 'value', link: { cid, tsize, name: decodeUtf8(bytes), nameBytes: bytes }, listings: 0 }
        } else {
          slots[i] = { kind: 'unread', cid, tsize }
        }
      }
    }

    return new Shard({ hashing: hashingOf(saved.cid), fanout, slots }, saved)
  }

  /** The number of hash bits that the shard consumes. */
  get bits (): number {
    return 31 - Math.clz32(this.fanout)
  }

  /** The number of hex digits before each name. */
  get prefixLength (): number {
    return (this.fanout - 1).toString(16).length
  }

  /** The occupied slots. */
  get taken (): Slot[] {
    return this.slots.filter((slot) => slot != null)
  }

  with (index: number, slot: Slot | undefined): Shard {
    const slots = [...this.slots]
    slots[index] = slot
    return new Shard({ hashing: this.hashing, fanout: this.fanout, slots })
  }
}

/** Returns the shard in a slot; loads it if necessary. */
export async function openShard (
  slot: UnreadShard | Shard,
  { blocks, signal }: Pick<NodeStore, 'blocks' | 'signal'>
): Promise<Shard> {
  return slot.kind === 'shard' ? slot : readShard(slot, await blocks.get(slot.cid, { signal }))
}

export function readShard ({ cid, tsize }: DirectoryLink, bytes: Uint8Array): Shard {
  const node = decodePbNode(bytes)
  return Shard.read(node, decodeUnixfsData(node.data ?? new Uint8Array(0)), { cid, tsize })
}
