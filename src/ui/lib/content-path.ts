/** A CID by its form alone. */
const CID = /^(Qm[1-9A-HJ-NP-Za-km-z]{44}|[bBzZfFkKuUmM][A-Za-z0-9_-]{20,})(\/.*)?$/

/** A CID of a key, which is a name: codec libp2p-key in base36, and in base32. */
const KEY = /^(k51|k2k4|bafz)/i

/**
 * The content path in what a person typed or pasted: a CID, a path, an `ipfs:` address, or a link of a gateway. Whether it can be
 * had the node tells.
 *
 * @returns as `/ipfs/CID/path`; undefined where none is in it, and where it has names by which a browser would go up and out of it
 */
export function contentPath (text: string): string | undefined {
  const path = pathIn(text)
  return path == null || path.split('/').some((name) => name === '.' || name === '..') ? undefined : path
}

function pathIn (text: string): string | undefined {
  const trimmed = text.trim()
  // however many slashes there are, and with a path behind the scheme, what is meant is clear
  const url = /^(?:web\+)?(dweb|ip[fn]s):\/*(?:(ip[fn]s)\/+)?([^/?#][^?#]*)/i.exec(trimmed)
  const area = (url?.[2] ?? url?.[1])?.toLowerCase()

  if (url != null && area !== 'dweb') {
    return `/${area}/${decoded(url[3])}`
  }

  const path = /^(?:https?:\/\/[^/]+)?(\/ip[fn]s\/[^?#]+)/.exec(trimmed)

  if (path != null) {
    return decoded(path[1])
  }

  const host = /^https?:\/\/([^./]+)\.(ip[fn]s)\.[^/?#]+(\/[^?#\s]*)?/.exec(trimmed)

  if (host != null) {
    return `/${host[2]}/${host[2] === 'ipns' ? nameOf(host[1]) : host[1]}${decoded(host[3] ?? '')}`
  }

  return CID.test(trimmed) ? `/${KEY.test(trimmed) ? 'ipns' : 'ipfs'}/${trimmed}` : undefined
}

/** A label of a gateway's host stands for a key, or for a domain name whose dots are dashes (https://specs.ipfs.tech/http-gateways/subdomain-gateway/). */
function nameOf (label: string): string {
  return KEY.test(label) ? label : label.replace(/--?/g, (dashes) => dashes === '-' ? '.' : '-')
}

function decoded (text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
