import type { UnixfsNode } from '../../unixfs/format/unixfs-node.ts'
import { ResolveError } from '../errors/resolve-error.ts'
import type { Resolved } from '../request/request.ts'

/**
 * Reads the last block of the path as UnixFS.
 *
 * @throws ResolveError with the status of the cause
 */
export async function loadUnixfs ({ target: { cid }, contentPath, backend, life }: Resolved): Promise<UnixfsNode> {
  try {
    return await backend.unixfs(cid, life)
  } catch (err) {
    throw new ResolveError(contentPath.text, err as Error)
  }
}
