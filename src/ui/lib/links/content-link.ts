import { BASE } from '../../../client/protocol/base.ts'
import { stayHere } from '../../../client/protocol/stay-here.ts'

/**
 * Returns the worker's URL of a CID. A bare file has no name of its own, and the gateway derives the type from the name
 * first, so the name is added.
 */
export function contentLink (cid: string, fileName?: string): string {
  return stayHere(contentAddress(cid, fileName))
}

/** Returns the path and query of a CID at any gateway, where extensions may redirect it. */
export function contentAddress (cid: string, fileName?: string): string {
  const query = fileName == null ? '' : `?filename=${encodeURIComponent(fileName)}`
  return `${BASE}ipfs/${cid}${query}`
}
