/** A rule of a `_redirects` file (specs.ipfs.tech/http-gateways/web-redirects-file). */
export interface RedirectRule {
  /** a path; `:name` matches one segment, `*` at the end matches the rest */
  from: string
  /** a path or a URL, in which `:name` is replaced by the matched segment and `:splat` by the rest */
  to: string
  status: number
}

export const MAX_FILE_BYTES = 64 * 1024

const STATUSES = [200, 301, 302, 303, 307, 308, 404, 410, 451]
const SCHEMES = /^(https?|ipfs|ipns):/i
const BAD_ESCAPE = /%(?![0-9a-f]{2})/i

/**
 * Parses a `_redirects` file. A single invalid line makes the whole file invalid, so that its author notices. Error
 * messages are those of Kubo's parser, as far as it has the rule.
 *
 * @throws an Error for the first line that breaks a rule of the format
 */
export function parseRedirects (text: string): RedirectRule[] {
  return text.split('\n').map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#')).map(
    parseLine
  )
}

function parseLine (line: string): RedirectRule {
  const [from, to, status, ...more] = line.split(/\s+/)

  if (to == null) {
    throw new Error("missing 'to' path")
  }

  if (more.length > 0) {
    throw new Error("must match format 'from to [status]'")
  }

  return { from: parseFrom(from), to: parseTo(to), status: status == null ? 301 : parseStatus(status) }
}

function parseFrom (from: string): string {
  const stars = from.split('*').length - 1

  if (stars > 0 && !from.endsWith('*')) {
    throw new Error("parsing 'from': path must end with asterisk")
  }

  if (stars > 1) {
    throw new Error("parsing 'from': path can have at most one asterisk")
  }

  if (BAD_ESCAPE.test(from)) {
    throw new Error("parsing 'from': invalid URL escape")
  }

  if (!from.startsWith('/')) {
    throw new Error("parsing 'from': path must begin with '/'")
  }

  const repeated = repeatedPlaceholder(from)

  if (repeated != null) {
    throw new Error(`parsing 'from': duplicate placeholder ":${repeated}"`)
  }

  return from
}

/**
 * Returns the first placeholder name that occurs twice in a `from` path. A trailing asterisk is the placeholder
 * `splat`. With two values for one name the target would depend on the implementation.
 */
function repeatedPlaceholder (from: string): string | undefined {
  const seen = new Set<string>()

  return from.split('/').flatMap((segment) => {
    if (segment.startsWith(':')) {
      return [segment.slice(1)]
    }

    return segment === '*' ? ['splat'] : []
  }).find((name) => {
    const isRepeated = seen.has(name)
    seen.add(name)
    return isRepeated
  })
}

function parseTo (to: string): string {
  if (BAD_ESCAPE.test(to)) {
    throw new Error("parsing 'to': invalid URL escape")
  }

  if (!to.startsWith('/') && !SCHEMES.test(to)) {
    throw new Error("parsing 'to': invalid URL scheme")
  }

  return to
}

function parseStatus (text: string): number {
  if (text.endsWith('!')) {
    throw new Error(`parsing status "${text}": forced redirects (or "shadowing") are not supported`)
  }

  const status = Number(text)

  if (!STATUSES.includes(status)) {
    throw new Error(`parsing status "${text}": status code ${text} is not supported`)
  }

  return status
}
