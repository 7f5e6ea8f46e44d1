import type { RedirectRule } from './parse.ts'

/** What the path of a URL cannot have (url.spec.whatwg.org, "path percent-encode set"), but text beyond ASCII. */
const NOT_IN_PATH = /[\x00-\x20"#%<>?\\^`{}\x7f]/g

/** A target can name what a path has over and over. */
const MAX_TARGET_CHARS = 64 * 1024

/**
 * Where a rule sends a path, placeholders filled in; undefined where the rule is not for it.
 *
 * @param segments - the path below the root of the site, percent-decoded and split; the first one is empty, none follows the last slash
 * @throws an Error where the target is longer than any URL
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

  const named = fixed.flatMap((wanted, i): Array<[string, string]> => wanted.startsWith(':') ? [[wanted.slice(1), segments[i]]] : [])
  return fill(rule, new Map([['splat', segments.slice(fixed.length).join('/')], ...named]))
}

/** All at once: a value that looks like a placeholder is none. */
function fill ({ to, status }: RedirectRule, values: ReadonlyMap<string, string>): string {
  // longer names first: `:a` is the beginning of `:ab`
  const names = [...values.keys()].sort((a, b) => b.length - a.length).map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  let room = MAX_TARGET_CHARS - to.length

  return to.replace(new RegExp(`:(${names.join('|')})`, 'g'), (_, name: string) => {
    const value = values.get(name) ?? ''
    // in a URL a part of a path must stay one: `?` would end it, and a backslash lead to another host
    const text = status >= 300 && status < 400 ? value.replace(NOT_IN_PATH, (char) => encodeURIComponent(char)) : value
    room -= text.length

    if (room < 0) {
      throw new Error(`target is longer than ${MAX_TARGET_CHARS} characters`)
    }

    return text
  })
}
