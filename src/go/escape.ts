/** What `encodeURIComponent` lets through and Go does not. */
const BEYOND = /[!'()*]/g

/** Half of a surrogate pair, which is no text in UTF-8. */
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Percent-encodes all but letters, digits and `-_.~`. */
function escapeAll (text: string): string {
  return encodeURIComponent(text.replace(LONE_SURROGATE, '\ufffd')).replace(BEYOND, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** Go's `url.PathEscape`: one segment of a path. */
export function pathEscape (segment: string): string {
  return escapeAll(segment).replace(/%(24|26|2B|3A|3D|40)/g, (whole) => decodeURIComponent(whole))
}

/** Go's `(&url.URL{Path: path}).EscapedPath()`: a whole path, its slashes kept. */
export function escapePath (path: string): string {
  return escapeAll(path).replace(/%(24|26|2B|2C|2F|3A|3B|3D|40)/g, (whole) => decodeURIComponent(whole))
}

/** Go's `url.QueryEscape`. */
export function queryEscape (text: string): string {
  return escapeAll(text).replaceAll('%20', '+')
}

/** Go's `url.Values.Encode`: sorted by key, the values of a key in their order. */
export function encodeGoQuery (values: Map<string, string[]>): string {
  return [...values.entries()]
    .sort(([a], [b]) => a < b ? -1 : a > b ? 1 : 0)
    .flatMap(([key, list]) => list.map((value) => `${queryEscape(key)}=${queryEscape(value)}`))
    .join('&')
}
