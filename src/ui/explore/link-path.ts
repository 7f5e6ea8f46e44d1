/**
 * Returns the content path below another one, by link names. Links of a file have no names, and a path cannot contain
 * empty names, slashes, or dot segments.
 *
 * @returns undefined if there is no such path
 */
export function linkPath (path: string, names: readonly string[]): string | undefined {
  return names.every((name) =>
      name !== '' && name.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
    )
    ? [path, ...names].join('/')
    : undefined
}
