import { stayHere } from '../../../client/protocol/stay-here.ts'

/** Location of an entry: the CID of the content, and the names of the folders down to the entry. */
export interface Place {
  cid: string
  names: readonly string[]
}

/** Returns the worker's URL of an entry, below its content, so that relative links of a page work. */
export function entryLink ({ cid, names }: Place, entry: { name: string; cid: string }): string {
  // Browsers would resolve these names as dot segments.
  return stayHere(
    [...names, entry.name].some((name) => /^\.{1,2}$/.test(name) || name === '')
      ? `/ipfs/${entry.cid}?filename=${encodeURIComponent(entry.name)}`
      : `/ipfs/${cid}/${[...names, entry.name].map(encodeURIComponent).join('/')}`
  )
}
