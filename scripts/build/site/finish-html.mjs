import { CSP_META } from './shell-headers.mjs'

const AFTER = '<meta charset="utf-8">'

/**
 * Adds the values to the head that are known only at the end of the build.
 *
 * @param {string} html must begin its head with `<meta charset="utf-8">`
 * @param {string} version
 * @param {{ scripts?: string[], isSite?: boolean, base?: string, policy?: string }} [options] policy: the tag with the
 *   policy of the page, by default that of the shell; base: the folder of the origin that
 *   contains the site, `./` for a page inside it; scripts: further scripts at the end of the head; isSite: every path
 *   of the deployment is content
 */
export function finishHtml (html, version, { scripts = [], isSite = false, base = './', policy = CSP_META } = {}) {
  if (!html.includes(AFTER)) {
    throw new Error(`the page has no ${AFTER}, after which the policy belongs`)
  }
  // The policy is placed before all scripts and styles, because it applies only to later elements. Paths of the bundler
  // are relative.
  const placed = base === './' ? html : html.replace(/\b(src|href)="\.\//g, `$1="${base}`)
  return placed.replace(
    AFTER,
    [
      AFTER,
      policy,
      `<meta name="swipfs-version" content="${version}">`,
      `<meta name="swipfs-base" content="${base}">`,
      ...isSite ? ['<meta name="swipfs-site">'] : []
    ].join('\n    ')
  ).replace('</head>', `${scripts.map((src) => `<script src="${src}"></script>\n  `).join('')}</head>`)
}
