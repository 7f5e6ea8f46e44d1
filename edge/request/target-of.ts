/** Returns the path and query of a request as they were sent. */
export function targetOf ({ url }: Request): string {
  return url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '') || '/'
}
