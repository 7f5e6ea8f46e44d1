import type { CID } from 'multiformats/cid'
import { resolvePath } from '../../path/resolve-path.ts'
import type { ContentPath } from '../../path/content-path.ts'
import type { Context } from '../../rpc/context.ts'

/** The CID of a node that is here: Kubo looks at the first of two before it looks for the second, and the first that is not here is the error. @throws as `resolvePath` and the reader do */
export async function nodeAt (path: ContentPath, context: Context): Promise<CID> {
  const { cid } = await resolvePath(path, context)
  await context.blocks.get(cid, { signal: context.signal })
  return cid
}
