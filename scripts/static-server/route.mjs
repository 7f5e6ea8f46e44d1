/**
 * What the static host answers, decided from the request alone. The rules are
 * those that any host of dist/ should follow where it can:
 * - the node's own paths are answered by the worker; whoever gets here has none yet
 * - no script for a worker comes from anywhere but /sw.js: a page under /ipfs, or
 *   of a site, could else install its own worker for a path
 * - the host of a site (LABEL.ipfs.HOST) has nothing but content, which its worker
 *   answers: whoever gets here visits it for the first time
 * - the page of somebody else below /webui/ needs the node: whoever visits it without one gets it first
 * - HTML in place of a script, an image or an API answer would be a lie
 *
 * @typedef {'bad-path' | 'worker-script-refused' | 'foreign-refused' | 'api-without-node' | 'content-without-node' | 'bootstrap' | 'bootstrap-in-frame' | 'bootstrap-if-there' | 'method-not-allowed' | 'file'} Answer
 *
 * @param {{ method: string, pathname: string | undefined, headers: Record<string, string | string[] | undefined>, isSite?: boolean }} request headers: with `host`
 *   `pathname` decoded, undefined when it cannot be; isSite: it is a build for a site (`--site`), on whatever host
 * @returns {Answer} `bootstrap-in-frame`: the bootstrap, which the page around it may frame; `bootstrap-if-there`: the bootstrap, where a file is at the path
 */
export function route ({ method, pathname, headers, isSite = isSiteHost(headers.host) }) {
  if (pathname == null || pathname.split('/').includes('..')) {
    return 'bad-path'
  }

  const api = under(pathname, 'api')
  const content = isSite ? !OF_THE_BUILD.test(pathname) : under(pathname, 'ipfs') || under(pathname, 'ipns')
  const reads = method === 'GET' || method === 'HEAD'

  if (headers['service-worker'] === 'script' && pathname !== '/sw.js') {
    return 'worker-script-refused'
  }
  if (!isSite && api && ['cross-site', 'same-site'].includes(headers['sec-fetch-site'])) {
    // a frame in a foreign site has no worker (its storage is partitioned), nor do requests of sites reach it: refuse them here as the worker would
    return 'foreign-refused'
  }
  if (isSite && pathname === '/own-origins.json' && headers['sec-fetch-site'] === 'cross-site') {
    // the node asks whether it has sites; a browser that takes them for strangers would keep its frame in them apart from it
    return 'foreign-refused'
  }
  if (!isSite && api) {
    return 'api-without-node'
  }
  if (content && isSite && reads && isFrameVisit(headers)) {
    return 'bootstrap-in-frame'
  }
  if (content) {
    return reads && isPageVisit(headers) ? 'bootstrap' : 'content-without-node'
  }
  if (!isSite && reads && under(pathname, 'webui') && isPageVisit(headers)) {
    return 'bootstrap-if-there'
  }
  return reads ? 'file' : 'method-not-allowed'
}

function under (pathname, name) {
  return pathname === `/${name}` || pathname.startsWith(`/${name}/`)
}

/** What a first visit to a site needs: the bootstrap with its files, the worker, and the answer that there are sites at all. */
const OF_THE_BUILD = /^\/(?:assets\/[^/]+|sw\.js|favicon\.(?:ico|svg)|own-origins\.json)$/

function isSiteHost (host = '') {
  return /.\.ip[fn]s\../i.test(host)
}

/**
 * A person opened this address. What they accept says nothing: WebKit asks past the worker for a link that is to be saved
 * (`<a download>`) with the words of a visit but without Sec-Fetch-Mode, and would save the bootstrap under the content's name.
 * All browsers that can run the node send it where they can: by https and to this machine.
 */
function isPageVisit (headers) {
  const dest = headers['sec-fetch-dest']
  // a frame, object or embed also navigates, and so does what Chromium saves, as `empty`
  return headers['sec-fetch-mode'] === 'navigate' && (dest == null || dest === 'document')
}

const IN_PAGES = ['iframe', 'frame', 'object', 'embed']

/**
 * A page shows this address of a site in a part of itself. Frames get here when the site's worker is not installed yet; objects,
 * embedded documents and sandboxed frames always do, since browsers send them past the worker.
 */
function isFrameVisit (headers) {
  return headers['sec-fetch-mode'] === 'navigate' && IN_PAGES.includes(headers['sec-fetch-dest'])
}
