/** Whether a path is one of some prefixes or lies below one; a slash at the end of a prefix makes no difference (boxo `hasPrefix`). */
export function hasPathPrefix (path: string, prefixes: readonly string[]): boolean {
  return prefixes.map((prefix) => prefix.replace(/\/$/, '')).some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
}
