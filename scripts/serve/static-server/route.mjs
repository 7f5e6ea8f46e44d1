/**
 * Decides the answer of the static host from the request alone. Any host of dist/ should follow these rules if it can:
 * - The node's own paths are answered by the worker. A request that arrives here comes from a client without a worker.
 * - Worker scripts are served only from /sw.js, and from /own-origin.js at the host of a site: a page under /ipfs, or
 *   of a site, could otherwise install its own worker for a path.
 * - The host of a site (LABEL.ipfs.HOST) serves only content, through its worker. A request that arrives here is a
 *   first visit.
 * - The third-party page below /webui/ needs the node: a visitor without one gets the bootstrap first.
 * - HTML must never be served instead of a script, an image or an API answer.
 *
 * @typedef {'bad-path' | 'worker-script-refused' | 'foreign-refused' | 'api-without-node' | 'content-without-node' |
 *   'bootstrap' | 'bootstrap-in-frame' | 'bootstrap-if-there' | 'method-not-allowed' | 'file'} Answer
 *
 * @param {{ method: string, pathname: string | undefined, headers: Record<string, string | string[] | undefined>,
 *   isSite?: boolean }} request headers: with `host`; `pathname`: decoded, undefined if it cannot be decoded; isSite:
 *   whether this is a build for a site (`--site`), on any host
 * @returns {Answer} `bootstrap-in-frame`: the bootstrap, which the parent page may frame; `bootstrap-if-there`: the
 *   bootstrap, if a file exists at the path
 */
export function route ({ method, pathname, headers, isSite = isSiteHost(headers.host) }) {
  if (pathname == null || pathname.split('/').includes('..')) {
    return 'bad-path'
  }

  if (headers['service-worker'] === 'script' && !(pathname === '/sw.js' || (isSite && pathname === '/own-origin.js'))) {
    return 'worker-script-refused'
  }

  const reads = method === 'GET' || method === 'HEAD'
  const answer = isSite ? routeOfSite(pathname, headers, reads) : routeOfNode(pathname, headers, reads)
  return answer ?? (reads ? 'file' : 'method-not-allowed')
}

/** Returns the answer at the host of a node; undefined for its files. */
function routeOfNode (pathname, headers, reads) {
  if (isUnder(pathname, 'api')) {
    // A frame in a foreign site has no worker (its storage is partitioned), and requests of sites do not reach the
    // worker. Refuse them here like the worker.
    return ['cross-site', 'same-site'].includes(headers['sec-fetch-site']) ? 'foreign-refused' : 'api-without-node'
  }
  if (isUnder(pathname, 'ipfs') || isUnder(pathname, 'ipns')) {
    return contentRoute(headers, reads)
  }
  return reads && isUnder(pathname, 'webui') && isPageVisit(headers) ? 'bootstrap-if-there' : undefined
}

/** Returns the answer at the host of a site; undefined for the files of the build. */
function routeOfSite (pathname, headers, reads) {
  if (pathname === '/own-origins.json' && headers['sec-fetch-site'] === 'cross-site') {
    // The node probes whether it has own origins for sites. A browser that considers them cross-site would partition
    // its frame in them.
    return 'foreign-refused'
  }
  if (OF_THE_BUILD.test(pathname)) {
    return undefined
  }
  return reads && isFrameVisit(headers) ? 'bootstrap-in-frame' : contentRoute(headers, reads)
}

/** Returns the answer for content, which only a worker has. */
function contentRoute (headers, reads) {
  return reads && isPageVisit(headers) ? 'bootstrap' : 'content-without-node'
}

function isUnder (pathname, name) {
  return pathname === `/${name}` || pathname.startsWith(`/${name}/`)
}

/**
 * Files for a first visit to a site: the bootstrap with its assets, the worker and the texts of its own pages, and the
 * answer of the own-origin probe.
 */
const OF_THE_BUILD = new RegExp(
  '^/(?:assets/[^/]+|(?:sw|deferred|own-origin)\\.js|reference/page-texts-\\w+\\.json|favicon\\.(?:ico|svg)|' +
    'own-origins\\.json)$'
)

function isSiteHost (host = '') {
  return /.\.ip[fn]s\../i.test(host)
}

/**
 * Returns whether the user opened this address. The Accept header cannot decide it: for a link with `<a download>`,
 * WebKit bypasses the worker and sends the Accept header of a page visit, but no Sec-Fetch-Mode. It would save the
 * bootstrap under the content's name.
 *
 * All browsers that can run the node send Sec-Fetch-Mode over https and to loopback.
 */
function isPageVisit (headers) {
  const dest = headers['sec-fetch-dest']
  // Frames, objects and embeds navigate too, and so do downloads in Chromium, with destination `empty`.
  return headers['sec-fetch-mode'] === 'navigate' && (dest == null || dest === 'document')
}

const IN_PAGES = ['iframe', 'frame', 'object', 'embed']

/**
 * Returns whether a page embeds this address of a site. Frames arrive here if the site's worker is not installed yet.
 * Objects, embeds and sandboxed frames always do, because browsers bypass the worker for them.
 */
function isFrameVisit (headers) {
  return headers['sec-fetch-mode'] === 'navigate' && IN_PAGES.includes(headers['sec-fetch-dest'])
}
