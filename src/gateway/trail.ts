import type { CID } from 'multiformats/cid'

/** How far a request has come, for who explains why it failed. */
export interface Trail {
  /** the content that it got to last; undefined before any is known */
  cid?: CID
  /** as many names at the end of its path are not below anything that could be read; undefined where the path led somewhere */
  lost?: number
  /** the name that is being looked up now */
  naming?: string
}
