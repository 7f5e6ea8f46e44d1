import type { Resolved } from '../request.ts'
import { ResolveError } from '../resolve-error.ts'

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
