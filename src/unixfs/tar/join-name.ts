/**
 * Returns the path of an entry in an archive: `folder/name`, cleaned like Go's `path.Join`.
 *
 * @param root - the name of the root entry, which no path may leave. boxo only compares prefixes, so that it accepts
 *   `../rootx` for a root named `root`. This function rejects it.
 * @throws an Error with boxo's message (`files/tarwriter.go`) if the name leaves the root
 */
export function joinName (root: string, folder: string, name: string): string {
  const segments: string[] = []

  for (const segment of `${folder}/${name}`.split('/')) {
    if (segment === '..' && segments.length > 0 && segments.at(-1) !== '..') {
      segments.pop()
    } else if (segment !== '' && segment !== '.') {
      segments.push(segment)
    }
  }

  const path = segments.join('/')

  if (path !== root && !path.startsWith(`${root}/`)) {
    throw new Error('relative UnixFS paths outside the root are not allowed, use CAR instead')
  }

  return path
}
