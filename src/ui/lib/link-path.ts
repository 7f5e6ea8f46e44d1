/**
 * The content path of something below another one, by names. Names that a path cannot have stand in the way: links of a file have
 * none, and some a browser or the node takes for steps.
 *
 * @returns undefined where there is no such path
 */
export function linkPath (path: string, names: readonly string[]): string | undefined {
  return names.every((name) => name !== '' && name.split('/').every((part) => part !== '' && part !== '.' && part !== '..')) ? [path, ...names].join('/') : undefined
}
