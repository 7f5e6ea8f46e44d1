import { contentPath } from '../content-path.ts'

/** dag-json: a link is an object whose one key is a slash (https://ipld.io/specs/codecs/dag-json/spec/). */
const LINK = /^\{\s*"\/"\s*:\s*"([A-Za-z0-9]+)"\s*\}$/

/** Longer than any CID, and what is around it. */
const MAX_LINK_CHARS = 400

/** What a value in dag-json links to: its CID, and the path to it. @param written - as it stands in the text */
export function jsonLink (written: string): { cid: string, path: string } | undefined {
  const cid = written.length > MAX_LINK_CHARS ? undefined : LINK.exec(written)?.[1]
  const path = cid == null ? undefined : contentPath(cid)
  return cid == null || path == null ? undefined : { cid, path }
}
