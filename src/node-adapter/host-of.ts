/** The host that a request is for, with its port: of a whole URL, as proxies are sent it, else of `Host` (RFC 9112, section 3.2.2). */
export function hostOf ({ headers }: Request, target: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#]*)/i.exec(target)?.[1] ?? headers.get('host') ?? ''
}
