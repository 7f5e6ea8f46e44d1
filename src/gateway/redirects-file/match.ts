import type { RedirectRule } from './parse.ts'

/** What the path of a URL cannot have (url.spec.whatwg.org, "path percent-encode set"), but text beyond ASCII. */
const NOT_IN_PATH = /[\x00-\x20"#%<>?\\^`{}\x7f]/g

/**
 * Where a rule sends a path, placeholders filled in; undefined where the rule is not for it.
 *
 * @param path - below the root of the site, percent-decoded, with `/` in front and none at the end
 */
export function matchRule ({ from, to, status }: RedirectRule, path: string): string | undefined {
  const pattern = from.replace(/\/$/, '').split('/')
  const segments = path.split('/')
  const splat = pattern.at(-1) === '*'
  const fixed = splat ? pattern.slice(0, -1) : pattern

  if (splat ? segments.length < fixed.length : segments.length !== fixed.length) {
    return undefined
  }

  const params = new Map<string, string>()

  for (const [i, wanted] of fixed.entries()) {
    if (wanted.startsWith(':')) {
      params.set(wanted.slice(1), segments[i])
    } else if (wanted !== segments[i]) {
      return undefined
    }
  }

  // in a URL a part of a path must stay one: `?` would end it, and a backslash lead to another host
  const fill = (text: string): string => status >= 300 && status < 400 ? text.replace(NOT_IN_PATH, (char) => encodeURIComponent(char)) : text
  const rest = segments.slice(fixed.length).join('/')
  // longer names first: `:a` is the beginning of `:ab`
  const names = [...params].sort(([a], [b]) => b.length - a.length)
  return names.reduce((target, [name, value]) => target.replaceAll(`:${name}`, () => fill(value)), to).replaceAll(':splat', () => fill(rest))
}
