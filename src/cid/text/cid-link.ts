import type { CID } from 'multiformats/cid'
import { cidText } from './cid-text.ts'
import { parseCid } from './parse-cid.ts'

/** A CID as go-cid writes it into JSON, always in its default base. */
export interface CidLink {
  '/': string
}

/** A CID as Go's JSON has it: `{"/": "bafy…"}` (go-cid `MarshalJSON`). */
export function cidLink (cid: CID): CidLink {
  return { '/': cidText(cid) }
}

/** The CID of such a link, which this node has made itself. */
export function linkedCid (link: CidLink): CID {
  return parseCid(link['/'])
}
