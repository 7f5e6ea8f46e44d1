import type { CID } from 'multiformats/cid'
import { parsePath } from '../../path/content-path.ts'
import { resolvePath } from '../../path/resolve-path.ts'
import type { Context } from '../../rpc/command/context.ts'

/** Returns the block at a path below /ipfs (Kubo `CoreAPI.ResolveNode`). */
export async function resolveContent (
  path: string,
  { blocks, signal }: Context
): Promise<{ cid: CID; bytes: Uint8Array }> {
  const { cid } = await resolvePath(parsePath(path), { blocks, signal })
  return { cid, bytes: await blocks.get(cid, { signal }) }
}
