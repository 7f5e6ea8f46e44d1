/** Where the worker shows what is at a content path, `/ipfs/CID/a b` or `/ipns/NAME`: names may hold any character. */
export function contentHref (path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}
