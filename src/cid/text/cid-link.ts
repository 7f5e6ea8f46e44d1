import type { CID } from 'multiformats/cid'
import { cidText } from './cid-text.ts'
import { parseCid } from './parse-cid.ts'

/** A CID in the JSON form of go-cid, always in its default base. */
export interface CidLink {
  '/': string
}

/** Formats a CID as in Go's JSON: `{"/": "bafy…"}` (go-cid `MarshalJSON`). */
export function cidLink (cid: CID): CidLink {
  return { '/': cidText(cid) }
}

/** Parses the CID of a link that this node has created. */
export function linkedCid (link: CidLink): CID {
  return parseCid(link['/'])
}
