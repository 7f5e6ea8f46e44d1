/** Go's `http.CanonicalHeaderKey`: the name of a header as its server writes it, `X-Ipfs-Path`. */
export function canonicalHeader (name: string): string {
  return name.toLowerCase().replace(/(^|-)[a-z]/g, (char) => char.toUpperCase())
}
