import { parsePathOrCid } from '../../path/content-path.ts'
import { resolvePath } from '../../path/resolve-path.ts'
import type { ResolvedPath } from '../../path/resolve-path.ts'
import type { Context } from '../../rpc/command/context.ts'
import type { UnixfsNode } from '../../unixfs/format/unixfs-node.ts'
import { loadNode } from '../../unixfs/read/file/load-node.ts'

/** Resolves the path of an argument (Kubo `cmdutils.PathOrCidPath` and `CoreAPI.ResolvePath`). */
export async function resolveText (text: string, context: Context): Promise<ResolvedPath> {
  return await resolvePath(parsePathOrCid(text), context)
}

/**
 * Returns the UnixFS node at the path of an argument (Kubo `Unixfs().Get`). For a path that ends inside a block it is
 * the node of that block.
 */
export async function openUnixfs (text: string, context: Context): Promise<UnixfsNode> {
  const { cid } = await resolveText(text, context)
  return await loadNode(cid, context)
}
