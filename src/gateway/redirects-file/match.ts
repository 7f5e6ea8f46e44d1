import type { RedirectRule } from './parse.ts'

/**
 * Where a rule sends a path, placeholders filled in; undefined where the rule is not for it.
 *
 * @param path - below the root of the site, with `/` in front and none at the end
 */
export function matchRule ({ from, to }: RedirectRule, path: string): string | undefined {
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

  const rest = segments.slice(fixed.length).join('/')
  // longer names first: `:a` is the beginning of `:ab`
  const names = [...params].sort(([a], [b]) => b.length - a.length)
  return names.reduce((target, [name, value]) => target.replaceAll(`:${name}`, value), to).replaceAll(':splat', rest)
}
