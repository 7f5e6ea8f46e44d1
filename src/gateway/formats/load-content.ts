import type { UnixfsNode } from '../../unixfs/format/unixfs-node.ts'
import { ResolveError } from '../errors/gateway-errors.ts'
import type { Resolved } from '../request/request.ts'

/**
 * Reads the last block of the path.
 *
 * @throws ResolveError with the status of the cause
 */
export async function loadBlock ({ target: { cid }, contentPath, backend, life }: Resolved): Promise<Uint8Array> {
  try {
    return await backend.block(cid, life)
  } catch (err) {
    throw new ResolveError(contentPath.text, err as Error)
  }
}

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
