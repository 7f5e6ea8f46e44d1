/** A media type or a disposition, with its parameters. */
export interface MediaType {
  /** in lower case; empty where the value is malformed */
  type: string
  /** names in lower case */
  params: Map<string, string>
}

const PARAM = /\s*;\s*([!#$%&'*+.^_`|~\w-]+)\s*=\s*(?:"((?:[^"\\]|\\[^])*)"|([!#$%&'*+.^_`|~\w/:?@{}[\]()<>,-]*))/gy

/**
 * Splits `type; name=value; name="quoted"` (RFC 9110 section 5.6.6, as lenient as Go's `mime.ParseMediaType` is with
 * browsers: a backslash in a quoted value stands for itself unless it escapes a quote or a backslash).
 */
export function parseMediaType (value: string): MediaType {
  const semicolon = value.indexOf(';')
  const type = (semicolon < 0 ? value : value.slice(0, semicolon)).trim().toLowerCase()
  const params = new Map<string, string>()

  if (semicolon >= 0) {
    PARAM.lastIndex = semicolon

    for (let match = PARAM.exec(value); match != null; match = PARAM.exec(value)) {
      params.set(match[1].toLowerCase(), match[2]?.replace(/\\(["\\])/g, '$1') ?? match[3])
    }
  }

  return { type, params }
}
