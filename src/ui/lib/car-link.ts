/** Where the worker gives a content, with all its blocks, to be saved as a CAR. */
export function carLink (cid: string, name: string): string {
  return `/ipfs/${cid}?format=car&download=true&filename=${encodeURIComponent(`${name}.car`)}`
}
