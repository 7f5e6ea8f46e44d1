import { stayHere } from '../../../client/protocol/stay-here.ts'
import { isRaw } from '../../lib/links/is-raw.ts'

/**
 * Returns whether a CID is a file or a folder, by the gateway's answer. A folder without a trailing slash is
 * redirected, or has the ETag of a listing.
 *
 * @returns undefined if unknown (no UnixFS, or not stored)
 */
export async function kindOf (
  cid: string,
  { signal }: { signal?: AbortSignal } = {}
): Promise<'file' | 'folder' | undefined> {
  if (isRaw(cid)) {
    return 'file'
  }
  const response = await fetch(stayHere(`/ipfs/${cid}`), { method: 'HEAD', redirect: 'manual', signal })
  if (response.type === 'opaqueredirect' || response.headers.get('ETag')?.includes('DirIndex') === true) {
    return 'folder'
  }
  return response.ok ? 'file' : undefined
}
