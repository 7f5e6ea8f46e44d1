/**
 * The path of an entry in an archive: `folder/name`, cleaned as Go's `path.Join` cleans it.
 *
 * @param root - name of the root entry, which no path may leave. boxo compares the beginnings alone, so that there
 *   `../rootx` passes for a root named `root`; here it does not.
 * @throws an Error with boxo's words (`files/tarwriter.go`) when the name leads out of the root
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
