import type { CID } from 'multiformats/cid'
import { followsNewerKubo } from '../../../config/follows-newer-kubo.ts'
import { checkPath } from '../../../mfs/check-path.ts'
import { parsePath, parsePathOrUri } from '../../../path/content-path.ts'
import type { ContentPath } from '../../../path/content-path.ts'
import { resolvePath } from '../../../path/resolve-path.ts'
import type { Context } from '../../../rpc/command/context.ts'

/**
 * Returns the canonical path of an argument that names content or an entry of MFS (Kubo 0.43 `checkContentOrMfsPath`).
 *
 * @throws an Error with Kubo's message for a path that is neither
 */
export function checkContentOrMfsPath (text: string): string {
  try {
    return parsePathOrUri(text).text
  } catch {
    return checkPath(text)
  }
}

/**
 * Returns the content path that a canonical path is; undefined for a path of MFS. Content has priority, even if MFS has
 * an entry of that name.
 *
 * @throws InvalidPathError for a path below /ipfs that is none, as Kubo 0.40; Kubo 0.43 looks for it in MFS
 */
export function contentPath (path: string, { node }: Pick<Context, 'node'>): ContentPath | undefined {
  try {
    return parsePath(path)
  } catch (err) {
    if (path.startsWith('/ipfs/') && !followsNewerKubo(node.config)) {
      throw err
    }

    return undefined
  }
}

/** Returns the block at a content path (Kubo `CoreAPI.ResolveNode`). */
export async function resolveContent (
  path: ContentPath,
  { blocks, signal, resolveName }: Context
): Promise<{ cid: CID; bytes: Uint8Array }> {
  const { cid } = await resolvePath(path, { blocks, signal, resolveName })
  return { cid, bytes: await blocks.get(cid, { signal }) }
}
