import type { CID } from 'multiformats/cid'
import type { ContentPath } from '../../path/content-path.ts'
import { resolvePath } from '../../path/resolve-path.ts'
import type { Context } from '../../rpc/command/context.ts'

/**
 * Returns the CID of an available node. Kubo loads the first of two nodes before it resolves the second, and the first
 * missing one is the error.
 *
 * @throws as `resolvePath` and the reader do
 */
export async function nodeAt (path: ContentPath, context: Context): Promise<CID> {
  const { cid } = await resolvePath(path, context)
  await context.blocks.get(cid, { signal: context.signal })
  return cid
}
