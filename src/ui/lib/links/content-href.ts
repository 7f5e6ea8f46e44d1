import { BASE } from '../../../client/protocol/base.ts'
import { stayHere } from '../../../client/protocol/stay-here.ts'

/**
 * Returns the address at which the worker shows a content path, `/ipfs/CID/a b` or `/ipns/NAME`. Names may contain any
 * character. A path that ends with a slash is that of a folder.
 */
export function contentHref (path: string): string {
  return stayHere(BASE.slice(0, -1) + escapedPath(path))
}

/** Percent-encodes the names of a path. */
export function escapedPath (path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}
