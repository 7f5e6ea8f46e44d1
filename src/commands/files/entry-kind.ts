import { CODEC } from '../../cid/codec-codes.ts'
import type { Context } from '../../rpc/context.ts'
import type { DirectoryLink } from '../../unixfs/change/directory/directory-link.ts'
import { statNode } from './stat-node.ts'

/** Whether an entry is a file or a directory, and how many bytes a file has. A plain block is not loaded for that. */
export async function entryKind ({ cid }: DirectoryLink, { blocks, signal }: Context): Promise<{ kind: 'file' | 'directory', size: number }> {
  if (cid.code === CODEC.raw) {
    return { kind: 'file', size: await blocks.size(cid, { signal }) }
  }

  const { Type, Size } = statNode(cid, await blocks.get(cid, { signal }), '')
  return { kind: Type, size: Size }
}
