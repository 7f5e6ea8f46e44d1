/** Where in a content an entry is: the CID of the content, and the names of the folders from it to the entry. */
export interface Place { cid: string, names: readonly string[] }

/** Where the worker shows an entry: below its content, so that what a page there links to is found. */
export function entryLink ({ cid, names }: Place, entry: { name: string, cid: string }): string {
  // such names a browser takes for steps on the way
  return [...names, entry.name].some((name) => /^\.{1,2}$/.test(name) || name === '')
    ? `/ipfs/${entry.cid}?filename=${encodeURIComponent(entry.name)}`
    : `/ipfs/${cid}/${[...names, entry.name].map(encodeURIComponent).join('/')}`
}
