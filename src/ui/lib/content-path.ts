/**
 * The content path in what a person typed or pasted: a CID, a path, an `ipfs:` address, or a link of a gateway. Whether it can be
 * had the node tells.
 *
 * @returns as `/ipfs/CID/path`; undefined where none is in it
 */
export function contentPath (text: string): string | undefined {
  const trimmed = text.trim()
  const url = /^ip[fn]s:\/\/(.+)$/i.exec(trimmed)

  if (url != null) {
    return `/${trimmed.slice(0, 4).toLowerCase()}/${decoded(url[1])}`
  }

  const path = /(?:^|^https?:\/\/[^/]+)(\/ip[fn]s\/[^?#\s]+)/.exec(trimmed)

  if (path != null) {
    return decoded(path[1])
  }

  const host = /^https?:\/\/([^./]+)\.(ip[fn]s)\.[^/]+(\/[^?#\s]*)?/.exec(trimmed)

  if (host != null) {
    return `/${host[2]}/${host[1]}${decoded(host[3] ?? '')}`
  }

  return /^(Qm[1-9A-HJ-NP-Za-km-z]{44}|[bBzZfFkKuUmM][A-Za-z0-9_-]{20,})(\/.*)?$/.test(trimmed) ? `/ipfs/${trimmed}` : undefined
}

function decoded (text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
