/**
 * Returns the requested host with its port: from an absolute URL, as sent to proxies, else from `Host` (RFC 9112,
 * section 3.2.2).
 */
export function hostOf ({ headers }: Request, target: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#]*)/i.exec(target)?.[1] ?? headers.get('host') ?? ''
}
