import type { CID } from 'multiformats/cid'
import { parseCid } from '../../dag/parse-cid.ts'

/** A CID as go-cid writes it into JSON, always in its default base. */
export interface CidLink { '/': string }

export function cidLink (cid: CID): CidLink {
  return { '/': cid.toString() }
}

export function linkedCid (link: CidLink): CID {
  return parseCid(link['/'])
}
