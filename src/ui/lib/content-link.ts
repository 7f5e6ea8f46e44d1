import { BASE } from '../../client/base.ts'

/**
 * Where the worker shows a CID. A bare file has no name of its own, and the
 * gateway takes the type from the name first, so it is given along.
 */
export function contentLink (cid: string, fileName?: string): string {
  const query = fileName == null ? '' : `?filename=${encodeURIComponent(fileName)}`
  return `${BASE}ipfs/${cid}${query}`
}
