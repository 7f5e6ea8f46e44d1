import type { CID } from 'multiformats/cid'
import { encodeUtf8 } from '../../../go/text/utf8.ts'
import { hotPbNode } from '../../../ipld/dag-pb/hot-pb-node.ts'
import type { PbLink, PbNode } from '../../../ipld/dag-pb/pb-node.ts'
import { decodeUnixfsData } from '../../format/decode-unixfs-data.ts'
import { UNIXFS_TYPE } from '../../format/unixfs-data.ts'
import type { UnixfsData } from '../../format/unixfs-data.ts'
import type { ReadOptions } from '../sizes/read-options.ts'
import { entriesAfter } from './entries-after.ts'
import { checkDepth, hamtHash, hamtShard, hamtSlot } from './hamt-shard.ts'

/**
 * Finds an entry in a basic or sharded directory. Loads only the shards on its path.
 *
 * @param data - the UnixFS message of `node`; a node that is not a sharded directory is searched by link names
 * @returns undefined if there is no entry of that name
 */
export async function lookup (
  node: PbNode,
  data: UnixfsData | undefined,
  name: string,
  options: ReadOptions
): Promise<CID | undefined> {
  const bytes = encodeUtf8(name)

  if (data?.type !== UNIXFS_TYPE.hamtShard) {
    return found(node, node.links.find((link) => link.isNamed(bytes)), options)
  }

  const hash = hamtHash(bytes)
  let shard = hamtShard(node, data)
  let child = node
  let consumed = 0

  for (;;) {
    const slot = hamtSlot(shard, hash, consumed)

    if (slot == null) {
      return undefined
    }

    if (slot.value) {
      return slot.link.isNamed(bytes, shard.prefixLength)
        ? found(child, slot.link, options, shard.prefixLength)
        : undefined
    }

    consumed += shard.bits
    checkDepth(consumed + 1)
    child = hotPbNode(await options.blocks.get(slot.link.cid, options))
    shard = hamtShard(child, decodeUnixfsData(child.data ?? new Uint8Array(0)))
  }
}

/** Announces the entry and those that are likely to be asked for next. */
function found (
  { links }: PbNode,
  link: PbLink | undefined,
  { blocks, order }: ReadOptions,
  prefixLength = 0
): CID | undefined {
  if (link != null) {
    blocks.expectNext?.(link.cid, () => entriesAfter(links, links.indexOf(link), { order, prefixLength }))
  }

  return link?.cid
}
