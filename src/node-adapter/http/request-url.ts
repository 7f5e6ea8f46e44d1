const WHOLE = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i

/**
 * Returns the URL of a request. A path is not resolved against the host, because one that starts with two slashes does
 * not name a host; proxies get absolute URLs. If the host or URL is unparsable, only the path counts: the handlers also
 * get both as they were sent.
 */
export function requestUrl (host: string | undefined, target: string): URL {
  const path = target.replace(WHOLE, '')
  const url = parseUrl(WHOLE.test(target) ? target : `http://${host ?? 'localhost'}${rootedPath(path)}`) ??
    new URL(`http://localhost${rootedPath(path)}`)
  // A Request with credentials in its URL throws.
  url.username = ''
  url.password = ''
  return url
}

function rootedPath (path: string): string {
  return path.startsWith('/') ? path : `/${path}`
}

function parseUrl (text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : undefined
}

/**
 * Returns the requested host with its port: from an absolute URL, as sent to proxies, else from `Host` (RFC 9112,
 * section 3.2.2).
 */
export function hostOf ({ headers }: Request, target: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#]*)/i.exec(target)?.[1] ?? headers.get('host') ?? ''
}
