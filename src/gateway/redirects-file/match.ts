import type { RedirectRule } from './parse.ts'

/** ASCII characters that the path of a URL cannot contain (url.spec.whatwg.org, "path percent-encode set"). */
const NOT_IN_PATH = /[\x00-\x20"#%<>?\\^`{}\x7f]/g

/** Maximum length of a target. A target may contain a placeholder, and therefore its value, many times. */
const MAX_TARGET_CHARS = 64 * 1024

/**
 * Returns the target of a rule with its placeholders filled in; undefined if the rule does not match.
 *
 * @param segments - segments of the percent-decoded path below the root of the site; the first one is empty, and a
 *   trailing slash adds none
 * @throws an Error if the target is too long for a URL
 */
export function matchRule (rule: RedirectRule, segments: readonly string[]): string | undefined {
  const pattern = rule.from.replace(/\/$/, '').split('/')
  const splat = pattern.at(-1) === '*'
  const fixed = splat ? pattern.slice(0, -1) : pattern

  if (splat ? segments.length <= fixed.length : segments.length !== fixed.length) {
    return undefined
  }

  if (!fixed.every((wanted, i) => wanted.startsWith(':') || wanted === segments[i])) {
    return undefined
  }

  const named = fixed.flatMap((wanted, i): Array<[string, string]> =>
    wanted.startsWith(':') ? [[wanted.slice(1), segments[i]]] : []
  )
  return fillTarget(rule, new Map([['splat', segments.slice(fixed.length).join('/')], ...named]))
}

/** Fills all placeholders in one pass, so that values that look like placeholders are left alone. */
function fillTarget ({ to, status }: RedirectRule, values: ReadonlyMap<string, string>): string {
  // Longer names first: `:a` is a prefix of `:ab`.
  const names = [...values.keys()].sort((a, b) => b.length - a.length).map((name) =>
    name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  )
  let room = MAX_TARGET_CHARS - to.length

  return to.replace(new RegExp(`:(${names.join('|')})`, 'g'), (_, name: string) => {
    const value = values.get(name) ?? ''
    // In a URL a value must remain part of the path: `?` would end the path, and a backslash could change the host.
    const text = status >= 300 && status < 400 ? value.replace(NOT_IN_PATH, (char) => encodeURIComponent(char)) : value
    room -= text.length

    if (room < 0) {
      throw new Error(`target is longer than ${MAX_TARGET_CHARS} characters`)
    }

    return text
  })
}
