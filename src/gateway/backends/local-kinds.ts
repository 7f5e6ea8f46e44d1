import type { CID } from 'multiformats/cid'
import { linkTo } from '../../ipld/dag-pb/linked.ts'
import { decodeUnixfsNode } from '../../unixfs/format/unixfs-node.ts'
import type { UnixfsNode } from '../../unixfs/format/unixfs-node.ts'
import { UNIXFS_TYPE } from '../../unixfs/format/unixfs-data.ts'
import { loadNode } from '../../unixfs/read/load-node.ts'
import { isFact, lookAtEntries } from '../../unixfs/read/look-at-entries.ts'
import type { EntryLook } from '../../unixfs/read/look-at-entries.ts'
import type { ReadOptions } from '../../unixfs/read/read-options.ts'

type Kind = UnixfsNode['kind'] | undefined

/**
 * What nodes are, in their order: together, and from notes, where all of them are here, and one by one otherwise.
 *
 * @param options.blocks - reads what is here alone
 * @returns undefined for what is not here or is no node of UnixFS
 */
export async function localKinds (cids: readonly CID[], options: ReadOptions): Promise<Kind[]> {
  const kinds: Kind[] = []

  try {
    for await (const { entries, looks } of lookAtEntries([cids.map((cid) => ({ link: linkTo(cid) }))], { ...options, wants: () => true })) {
      kinds.push(...entries.map(({ link }, i) => kindOf(link.cid, looks[i])))
    }

    return kinds
  } catch {
    return await Promise.all(cids.map(async (cid) => await localKind(cid, options)))
  }
}

function kindOf (cid: CID, look: EntryLook): Kind {
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
