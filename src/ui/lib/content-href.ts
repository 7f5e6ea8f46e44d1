import { pathParts } from './mfs-path.ts'

/** Where the worker shows what is at a content path, `/ipfs/CID/a b` or `/ipns/NAME`. */
export function contentHref (path: string): string {
  return `/${pathParts(path).map(encodeURIComponent).join('/')}`
}
