/** The address in this origin of a content path, whose names may hold any character. */
export function pathLink (path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}
