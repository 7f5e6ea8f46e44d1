import { BASE } from '../../../client/protocol/base.ts'

/**
 * Returns the worker's URL of a CID. A bare file has no name of its own, and the gateway derives the type from the name
 * first, so the name is added.
 */
export function contentLink (cid: string, fileName?: string): string {
  const query = fileName == null ? '' : `?filename=${encodeURIComponent(fileName)}`
  return `${BASE}ipfs/${cid}${query}`
}
