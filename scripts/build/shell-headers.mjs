/**
 * The headers of the app shell, in one place: the build writes them into the
 * HTML (<meta>), the worker (for hosts that send none) and `_headers`; the
 * static server sends them.
 */

const POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self'",
  'media-src': "'self'",
  'font-src': "'self'",
  // the browser's viewer of a PDF; what else is content runs nothing here, framed or not
  'frame-src': "'self'",
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'worker-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  // the script URLs that are ever made from a string are the worker's, and those of what runs beside the page (`src/ui/lib/aside-worker.ts`)
  'require-trusted-types-for': "'script'",
  'trusted-types': 'swipfs swipfs-markdown'
}

const META_CSP = Object.entries(POLICY).map(([name, value]) => `${name} ${value}`).join('; ')

/** A browser ignores (and complains about) frame-ancestors in a <meta>. */
const CSP = `${META_CSP}; frame-ancestors 'none'`

/** For everything that is served. The worker's guard reads the referrer, so it is kept inside the origin. */
export const COMMON_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin'
}

/** For the HTML of the shell. Not for sw.js: a worker lives under the policy of its own script, and the node must reach the network. */
export const HTML_HEADERS = {
  ...COMMON_HEADERS,
  'Content-Security-Policy': CSP,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Frame-Options': 'DENY'
}

/** For the bootstrap in a frame of a page: on the host of a site, which has nothing but content, anybody may frame it. */
export const FRAMED_HEADERS = { ...COMMON_HEADERS, 'Content-Security-Policy': META_CSP, 'Cross-Origin-Resource-Policy': 'cross-origin' }

/** For the files of the build: in a sandboxed frame the bootstrap has no origin, and asks for its script from another one. */
export const ASSET_HEADERS = { 'Access-Control-Allow-Origin': '*' }

/**
 * For a page of somebody else that the owner has put beside the node, at `/webui/`: it may call the RPC, so nobody frames it. What else
 * it may do its own author knows; a policy that the host sends for it counts.
 */
export const WEBUI_HEADERS = { ...COMMON_HEADERS, 'X-Frame-Options': 'DENY' }

/** Pages with `Cross-Origin-Embedder-Policy`, those of cross-origin isolated sites, allow a frame with these alone. */
const EMBEDDABLE = { 'Cross-Origin-Embedder-Policy': 'require-corp', 'Cross-Origin-Resource-Policy': 'cross-origin' }

/**
 * For the frame of the node in pages of its sites: they may frame it, and pages of the node that frame such a site; no others.
 *
 * @param {string} scheme with its colon, e.g. `https:`
 * @param {string} [host] of the node, with its port; where it is not known the frame itself looks who asks
 */
export function frameHeaders (scheme, host) {
  const ancestors = host == null ? '' : `; frame-ancestors 'self' ${['ipfs', 'ipns'].map((namespace) => `${scheme}//*.${namespace}.${host}`).join(' ')}`
  return { ...COMMON_HEADERS, 'Content-Security-Policy': META_CSP + ancestors, ...EMBEDDABLE }
}

/** For the file by which a node finds out whether its host has origins for sites: it asks from another origin. */
export const PROBE_HEADERS = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-cache' }

/** The tag for the <head>: it holds where a host sends no headers. */
export const CSP_META = `<meta http-equiv="Content-Security-Policy" content="${META_CSP}">`

/**
 * The same rules in the `_headers` form that several static hosts read.
 *
 * @param {string} [base] the folder of the origin that the build is served from
 */
export function headersFile (base = '/') {
  const block = (path, headers) => [base.slice(0, -1) + path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n')

  return [
    '# Read by hosts that know this file; for others, set the same headers by hand.',
    '# Serve this folder at the root of an origin of its own, and 404.html for unknown paths.',
    '# Never rewrite unknown paths to a page with status 200 for scripts, and none under /api.',
    block('/*', COMMON_HEADERS),
    // hosts with clean URLs serve pages without their ending
    ...['/', '/index.html', '/bootstrap.html', '/bootstrap', '/404.html', '/404', '/ipfs/*', '/ipns/*'].map((path) => block(path, HTML_HEADERS)),
    '# A page of somebody else beside the node, such as a build of ipfs-webui: it may bring a policy of its own.',
    block('/webui/*', WEBUI_HEADERS),
    '# Sites on origins of their own (LABEL.ipfs.HOST, LABEL.ipns.HOST) are this same folder under *.ipfs.HOST and *.ipns.HOST.',
    "# A host that can should add to the next block: frame-ancestors 'self' https://*.ipfs.HOST https://*.ipns.HOST",
    block('/home-frame.html', frameHeaders('https:')),
    block('/home-frame', frameHeaders('https:')),
    block('/own-origins.json', PROBE_HEADERS),
    block('/sw.js', { 'Cache-Control': 'no-cache' }),
    block('/swarm.js', { 'Cache-Control': 'no-cache' }),
    block('/', { 'Cache-Control': 'no-cache' }),
    block('/assets/*', { 'Cache-Control': 'public, max-age=31536000, immutable', ...ASSET_HEADERS })
  ].join('\n\n') + '\n'
}
