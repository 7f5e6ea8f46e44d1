import { stayHere } from '../../../client/protocol/stay-here.ts'

/** Returns the worker's URL for downloading a content with all its blocks as a CAR. */
export function carLink (cid: string, name: string): string {
  return stayHere(`/ipfs/${cid}?format=car&download=true&filename=${encodeURIComponent(`${name}.car`)}`)
}
