/** Returns the name of a header as Go's server writes it (`http.CanonicalHeaderKey`), for example `X-Ipfs-Path`. */
export function canonicalHeader (name: string): string {
  return name.toLowerCase().replace(/(^|-)[a-z]/g, (char) => char.toUpperCase())
}
