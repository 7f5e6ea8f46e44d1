/**
 * What the static host answers, decided from the request alone. The rules are
 * those that any host of dist/ should follow where it can:
 * - the node's own paths are answered by the worker; whoever gets here has none yet
 * - no script for a worker comes from content or the API, at any depth: a page
 *   under /ipfs could else install its own worker for that path
 * - HTML in place of a script, an image or an API answer would be a lie
 *
 * @typedef {'bad-path' | 'worker-script-refused' | 'foreign-refused' | 'api-without-node' | 'content-without-node' | 'bootstrap' | 'method-not-allowed' | 'file'} Answer
 *
 * @param {{ method: string, pathname: string | undefined, headers: Record<string, string | string[] | undefined> }} request
 *   `pathname` decoded, undefined when it cannot be
 * @returns {Answer}
 */
export function route ({ method, pathname, headers }) {
  if (pathname == null || pathname.split('/').includes('..')) {
    return 'bad-path'
  }

  const api = under(pathname, 'api')
  const content = under(pathname, 'ipfs') || under(pathname, 'ipns')
  const reads = method === 'GET' || method === 'HEAD'

  if ((api || content) && headers['service-worker'] === 'script') {
    return 'worker-script-refused'
  }
  if (api && headers['sec-fetch-site'] === 'cross-site') {
    // a frame in a foreign site has no worker (its storage is partitioned): refuse it here as the worker would
    return 'foreign-refused'
  }
  if (api) {
    return 'api-without-node'
  }
  if (content) {
    return reads && isPageVisit(headers) ? 'bootstrap' : 'content-without-node'
  }
  return reads ? 'file' : 'method-not-allowed'
}

function under (pathname, name) {
  return pathname === `/${name}` || pathname.startsWith(`/${name}/`)
}

/** A person opened this address; older browsers say so only by what they accept. */
function isPageVisit (headers) {
  const mode = headers['sec-fetch-mode']
  if (mode == null) {
    return String(headers.accept ?? '').includes('text/html')
  }
  const dest = headers['sec-fetch-dest']
  // a frame, object or embed also navigates; the bootstrap refuses to be framed
  return mode === 'navigate' && (dest == null || dest === 'document')
}
