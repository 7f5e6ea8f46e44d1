import type { CID } from 'multiformats/cid'
import { CODEC } from '../../cid/codec-codes.ts'
import type { Context } from '../../rpc/context.ts'
import type { DirectoryLink } from '../../unixfs/change/directory/directory-link.ts'
import { statNode } from './stat-node.ts'

export interface EntryKind {
  kind: 'file' | 'directory'
  /** bytes of a file */
  size: number
}

/** Whether entries are files or directories, and how many bytes files have. Their blocks are read together, plain ones not at all. */
export async function entryKinds (links: readonly DirectoryLink[], { blocks, signal }: Context): Promise<EntryKind[]> {
  const isRaw = ({ cid }: DirectoryLink): boolean => cid.code === CODEC.raw
  const cids = (raw: boolean): CID[] => links.filter((link) => isRaw(link) === raw).map(({ cid }) => cid)
  const kinds = await Promise.all([rawFiles(cids(true)), nodes(cids(false))])
  return links.map((link) => kinds[isRaw(link) ? 0 : 1].shift() as EntryKind)

  async function rawFiles (cids: CID[]): Promise<EntryKind[]> {
    const files: EntryKind[] = []

    for await (const size of blocks.sizeMany(cids, { signal })) {
      files.push({ kind: 'file', size })
    }

    return files
  }

  async function nodes (cids: CID[]): Promise<EntryKind[]> {
    const kinds: EntryKind[] = []

    for await (const lot of blocks.getLots(cids, { signal })) {
      kinds.push(...lot.map(({ cid, bytes }) => statNode(cid, bytes, '')).map(({ Type, Size }) => ({ kind: Type, size: Size })))
    }

    return kinds
  }
}
