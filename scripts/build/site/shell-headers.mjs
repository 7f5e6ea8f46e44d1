/**
 * Headers of the app shell, in one place. The build writes them into the HTML (`<meta>`), the worker (for hosts that
 * send none) and `_headers`; the static server sends them.
 */

const POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  // The bootstrap brings its icon along.
  'img-src': "'self' data:",
  'media-src': "'self'",
  'font-src': "'self'",
  // Allows the browser's PDF viewer. Other content runs no scripts here, framed or not.
  'frame-src': "'self'",
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'worker-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  // Script URLs are made from strings only for the worker, and for code that runs in background workers of the page
  // (`src/ui/lib/background/aside-worker.ts`).
  'require-trusted-types-for': "'script'",
  'trusted-types': 'swipfs swipfs-markdown'
}

const META_CSP = policyText(POLICY)

/** Adds frame-ancestors, which browsers ignore (with a warning) in a `<meta>`. */
const CSP = `${META_CSP}; frame-ancestors 'none'`

/**
 * Headers of all responses. The worker's request guard reads the referrer, so the referrer policy keeps it within the
 * origin.
 */
export const COMMON_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin'
}

/**
 * Headers of the shell's HTML. Not for sw.js: the policy of its script applies to a worker, and the node must reach the
 * network.
 */
export const HTML_HEADERS = {
  ...COMMON_HEADERS,
  'Content-Security-Policy': CSP,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Frame-Options': 'DENY'
}

/**
 * Headers of the window that other sites open. It must keep its opener, which asks it, so it has no
 * `Cross-Origin-Opener-Policy`. No page may frame it.
 */
const { 'Cross-Origin-Opener-Policy': _, ...bridgeHeaders } = HTML_HEADERS
export const BRIDGE_HEADERS = bridgeHeaders

/**
 * Returns the headers of the bootstrap in a tab of a site. It may frame its home node, which connects the site while
 * its worker is being installed. It has no `Cross-Origin-Opener-Policy`, like most sites: with another policy than that
 * of the site the browser replaces the browsing context group too, which takes longer, and the site loses its opener.
 *
 * @param {string} home origin of the home node
 */
export function siteBootstrapHeaders (home) {
  return {
    ...bridgeHeaders,
    'Content-Security-Policy': `${policyText({ ...POLICY, 'frame-src': `'self' ${home}` })}; frame-ancestors 'none'`
  }
}

/** Headers of the bootstrap in a frame. Any page may frame it on the host of a site, which has nothing but content. */
export const FRAMED_HEADERS = {
  ...COMMON_HEADERS,
  'Content-Security-Policy': META_CSP,
  'Cross-Origin-Resource-Policy': 'cross-origin'
}

/**
 * Headers of build files. In a sandboxed frame the bootstrap has an opaque origin, so its script request is
 * cross-origin.
 */
export const ASSET_HEADERS = { 'Access-Control-Allow-Origin': '*' }

/**
 * Headers of a third-party page that the owner placed next to the node, at `/webui/`. It may call the RPC, so it must
 * not be framed. Other restrictions are left to its author; a policy that the host sends for it applies.
 */
export const WEBUI_HEADERS = { ...COMMON_HEADERS, 'X-Frame-Options': 'DENY' }

/** Headers that pages with `Cross-Origin-Embedder-Policy` (cross-origin isolated sites) require of a frame. */
const EMBEDDABLE = { 'Cross-Origin-Embedder-Policy': 'require-corp', 'Cross-Origin-Resource-Policy': 'cross-origin' }

/**
 * Returns the headers of the node's frame in pages of its sites. Its sites may frame it, and pages of the node that
 * frame such a site; no other page may.
 *
 * @param {string} scheme with its colon, e.g. `https:`
 * @param {string} [host] of the node, with its port; if unknown, the frame itself checks its parent
 */
export function frameHeaders (scheme, host) {
  const ancestors = host == null
    ? ''
    : `; frame-ancestors 'self' ${['ipfs', 'ipns'].map((namespace) => `${scheme}//*.${namespace}.${host}`).join(' ')}`
  return { ...COMMON_HEADERS, 'Content-Security-Policy': META_CSP + ancestors, ...EMBEDDABLE }
}

/**
 * Headers of the file by which a node detects whether its host has own origins for sites. The request is cross-origin.
 */
export const PROBE_HEADERS = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-cache' }

/** The policy as a tag for the `<head>`, for hosts that send no headers. */
export const CSP_META = `<meta http-equiv="Content-Security-Policy" content="${META_CSP}">`

/**
 * The policy of the bootstrap as a tag. On the host of a site it frames the home node, whose origin only the host
 * knows: its header is stricter (`siteBootstrapHeaders`).
 */
export const BOOTSTRAP_CSP_META = `<meta http-equiv="Content-Security-Policy" content="${
  policyText({ ...POLICY, 'frame-src': "'self' http: https:" })
}">`

function policyText (policy) {
  return Object.entries(policy).map(([name, value]) => `${name} ${value}`).join('; ')
}

/** Pages of the shell. Hosts with clean URLs serve pages without their extension. */
const PAGES = ['/index.html', '/bootstrap.html', '/bootstrap', '/404.html', '/404', '/ipfs/*', '/ipns/*']

/** Returns headers without those of all paths: hosts that apply several rules to a path would send them twice. */
function specific (headers) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !(name in COMMON_HEADERS)))
}

/**
 * Returns the headers of the shell by the paths that they are for, in the order in which a host applies them. `*` at
 * the end of a path stands for any rest.
 *
 * @returns {Array<{ paths: string[], headers: Record<string, string>, note?: string }>} note: for people
 */
export function headerRules () {
  return [
    { paths: ['/*'], headers: COMMON_HEADERS },
    // Each path once: Cloudflare Pages takes only the last rule of a path.
    { paths: ['/'], headers: { ...specific(HTML_HEADERS), 'Cache-Control': 'no-cache' } },
    { paths: PAGES, headers: specific(HTML_HEADERS) },
    {
      paths: ['/webui/*'],
      headers: specific(WEBUI_HEADERS),
      note: 'A page of somebody else beside the node, such as a build of ipfs-webui: it may bring a policy of its own.'
    },
    {
      paths: ['/home-frame.html', '/home-frame'],
      headers: specific(frameHeaders('https:')),
      note: 'Sites on origins of their own (LABEL.ipfs.HOST, LABEL.ipns.HOST) are this same folder under ' +
        '*.ipfs.HOST and *.ipns.HOST.\n' +
        "# A host that can should add to the next block: frame-ancestors 'self' https://*.ipfs.HOST https://*.ipns.HOST"
    },
    {
      paths: ['/bridge.html', '/bridge'],
      headers: specific(BRIDGE_HEADERS),
      note: 'The window that other sites open: never with Cross-Origin-Opener-Policy.'
    },
    { paths: ['/own-origins.json'], headers: PROBE_HEADERS },
    { paths: ['/sw.js', '/deferred.js', '/own-origin.js', '/swarm.js'], headers: { 'Cache-Control': 'no-cache' } },
    {
      paths: ['/assets/*'],
      headers: { 'Cache-Control': 'public, max-age=31536000, immutable', ...ASSET_HEADERS }
    }
  ]
}

/**
 * Returns the rules in the `_headers` format that several static hosts read.
 *
 * @param {string} [base] the folder of the origin that the build is served from
 */
export function headersFile (base = '/') {
  const block = (path, headers) =>
    [base.slice(0, -1) + path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n')

  return [
    '# Read by hosts that know this file; for others, set the same headers by hand.',
    '# Serve this folder at the root of an origin of its own, and 404.html for unknown paths.',
    '# Never rewrite unknown paths to a page with status 200 for scripts, and none under /api.',
    ...headerRules().flatMap(({ paths, headers, note }) => [
      ...note == null ? [] : [`# ${note}`],
      ...paths.map((path) => block(path, headers))
    ])
  ].join('\n\n') + '\n'
}
