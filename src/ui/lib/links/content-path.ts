/** Matches a CID by its form only. */
const CID = /^(Qm[1-9A-HJ-NP-Za-km-z]{44}|[bBzZfFkKuUmM][A-Za-z0-9_-]{20,})(\/.*)?$/

/** Matches a CID of a key, which is a name: codec libp2p-key in base36 and base32. */
const KEY = /^(k51|k2k4|bafz)/i

/**
 * Finds the content path in a text that was typed or pasted: a CID, a path, an `ipfs:` address, or a gateway link. Only
 * the node can say whether it is available.
 *
 * @returns a path such as `/ipfs/CID/path`; undefined if there is none, or if it contains dot segments that a browser
 *   would resolve
 */
export function contentPath (text: string): string | undefined {
  const path = pathIn(text)
  return path == null || path.split('/').some((name) => name === '.' || name === '..') ? undefined : path
}

function pathIn (text: string): string | undefined {
  const trimmed = text.trim()
  // Accepts any number of slashes, and a path after the scheme, because the meaning is clear.
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
    return `/${host[2]}/${host[2] === 'ipns' ? labelNameOf(host[1]) : host[1]}${decoded(host[3] ?? '')}`
  }

  return CID.test(trimmed) ? `/${KEY.test(trimmed) ? 'ipns' : 'ipfs'}/${trimmed}` : undefined
}

/**
 * Decodes a label of a gateway's host: a key, or a domain name with dashes instead of dots
 * (https://specs.ipfs.tech/http-gateways/subdomain-gateway/).
 */
function labelNameOf (label: string): string {
  return KEY.test(label) ? label : label.replace(/--?/g, (dashes) => dashes === '-' ? '.' : '-')
}

function decoded (text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
