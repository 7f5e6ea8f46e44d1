/**
 * Whether a path equals one of the prefixes or is below one. A trailing slash of a prefix is ignored (boxo
 * `hasPrefix`).
 */
export function hasPathPrefix (path: string, prefixes: readonly string[]): boolean {
  return prefixes.map((prefix) => prefix.replace(/\/$/, '')).some((prefix) =>
    path === prefix || path.startsWith(`${prefix}/`)
  )
}
