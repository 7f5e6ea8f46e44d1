import type { CID } from 'multiformats/cid'
import { linkTo } from '../../ipld/dag-pb/pb-node.ts'
import { UNIXFS_TYPE } from '../../unixfs/format/unixfs-data.ts'
import { decodeUnixfsNode } from '../../unixfs/format/unixfs-node.ts'
import type { UnixfsNode } from '../../unixfs/format/unixfs-node.ts'
import { isFact, readEntryMetadata } from '../../unixfs/read/directory/entry-metadata.ts'
import type { EntryMetadata } from '../../unixfs/read/directory/entry-metadata.ts'
import { loadNode } from '../../unixfs/read/file/load-node.ts'
import type { ReadOptions } from '../../unixfs/read/sizes/read-options.ts'

type Kind = UnixfsNode['kind'] | undefined

/**
 * Returns the UnixFS kinds of nodes, in order. If all of them are local, looks at them together and uses stored facts.
 * Otherwise loads them one by one.
 *
 * @param options.blocks - reads the local store only
 * @returns undefined for nodes that are not local or not UnixFS
 */
export async function localKinds (cids: readonly CID[], options: ReadOptions): Promise<Kind[]> {
  const kinds: Kind[] = []

  try {
    for await (
      const { entries, metadata: looks } of readEntryMetadata([cids.map((cid) => ({ link: linkTo(cid) }))], {
        ...options,
        wants: () => true
      })
    ) {
      kinds.push(...entries.map(({ link }, i) => kindOf(link.cid, looks[i])))
    }

    return kinds
  } catch {
    return await Promise.all(cids.map(async (cid) => await localKind(cid, options)))
  }
}

function kindOf (cid: CID, look: EntryMetadata): Kind {
  if (isFact(look)) {
    return look.type === UNIXFS_TYPE.directory || look.type === UNIXFS_TYPE.hamtShard ? 'directory' : 'file'
  }

  return look == null ? undefined : decodeUnixfsNode(cid, look).kind
}

async function localKind (cid: CID, options: ReadOptions): Promise<Kind> {
  try {
    return (await loadNode(cid, options)).kind
  } catch {
    options.signal.throwIfAborted()
    return undefined
  }
}
