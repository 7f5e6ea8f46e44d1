import { contentPath } from '../../lib/links/content-path.ts'

/** dag-json: a link is an object with a slash as its only key (https://ipld.io/specs/codecs/dag-json/spec/). */
const LINK = /^\{\s*"\/"\s*:\s*"([A-Za-z0-9]+)"\s*\}$/

/** Limit above the length of any link with its CID. */
const MAX_LINK_CHARS = 400

/**
 * Returns the CID and path of a dag-json link; undefined for other values.
 *
 * @param written - the value as it is written in the text
 */
export function jsonLink (written: string): { cid: string; path: string } | undefined {
  const cid = written.length > MAX_LINK_CHARS ? undefined : LINK.exec(written)?.[1]
  const path = cid == null ? undefined : contentPath(cid)
  return cid == null || path == null ? undefined : { cid, path }
}
