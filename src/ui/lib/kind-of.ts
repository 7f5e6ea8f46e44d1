import { isRaw } from './is-raw.ts'

/**
 * Whether a CID is a file or a folder, as the gateway shows it. A folder without
 * a slash at its end is redirected, or its listing has an ETag that says so.
 *
 * @returns undefined when it cannot be said (no UnixFS, or not here)
 */
export async function kindOf (cid: string, { signal }: { signal?: AbortSignal } = {}): Promise<'file' | 'folder' | undefined> {
  if (isRaw(cid)) {
    return 'file'
  }
  const response = await fetch(`/ipfs/${cid}`, { method: 'HEAD', redirect: 'manual', signal })
  if (response.type === 'opaqueredirect' || response.headers.get('ETag')?.includes('DirIndex') === true) {
    return 'folder'
  }
  return response.ok ? 'file' : undefined
}
