const WHOLE = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i

/**
 * The URL of a request. A target is a path, not resolved against the host, as one that starts with two slashes is no host; or a
 * whole URL, as proxies are sent it. Where host or URL cannot be understood only the path counts: the handlers get both as they
 * were sent, too.
 */
export function requestUrl (host: string | undefined, target: string): URL {
  const path = target.replace(WHOLE, '')
  const url = parse(WHOLE.test(target) ? target : `http://${host ?? 'localhost'}${rooted(path)}`) ?? new URL(`http://localhost${rooted(path)}`)
  // a Request with them cannot be made
  url.username = ''
  url.password = ''
  return url
}

function rooted (path: string): string {
  return path.startsWith('/') ? path : `/${path}`
}

function parse (text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : undefined
}
