import type { CID } from 'multiformats/cid'

/** Progress of a request, to explain errors. */
export interface Trail {
  /** the last content that was reached; undefined before any is known */
  cid?: CID
  /** number of names at the end of the path that could not be resolved; undefined if the path was resolved */
  lost?: number
  /** the name that is being resolved now */
  naming?: string
}
