import {
  ASSET_HEADERS,
  BRIDGE_HEADERS,
  COMMON_HEADERS,
  FRAMED_HEADERS,
  frameHeaders,
  HTML_HEADERS,
  PROBE_HEADERS,
  siteBootstrapHeaders,
  WEBUI_HEADERS
} from '../../build/site/shell-headers.mjs'
import { acceptedCodings } from './accepted-encodings.mjs'
import { createFiles } from './files.mjs'
import { listenOnLoopback } from './listen.mjs'
import { route } from './route.mjs'

const NO_NODE = 'The node runs inside the browser and is not running for this request. ' +
  'Open the start page of this site once, in a browser with service workers, then try again.\n'

/**
 * Creates the handler of the static server of `npm start`. It serves the files of `root` and knows nothing about the
 * node, which runs in the browser.
 *
 * @param {{ root: string, isSite?: boolean, instead?: Record<string, () => Promise<string>> }} options isSite: whether
 *   the folder is a build for a site; instead: JSON texts that replace files, by path; if one fails, the file is served
 * @returns {(req: import('node:http').IncomingMessage, res: import('node:http').ServerResponse) => Promise<void>}
 */
export function createStaticHandler ({ root, isSite, instead = {} }) {
  const find = createFiles(root)

  return async function handle (req, res) {
    const send = (status, headers, body) => {
      res.writeHead(status, { ...COMMON_HEADERS, 'Content-Length': body.length, ...headers })
      res.end(req.method === 'HEAD' ? undefined : body)
    }
    const say = (status, sentence, headers = {}) => {
      send(
        status,
        { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
        Buffer.from(sentence)
      )
    }
    const sendFile = async (pathname, { html = HTML_HEADERS } = {}) => {
      const text = Object.hasOwn(instead, pathname) ? await instead[pathname]().catch(() => undefined) : undefined
      if (text != null) {
        send(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }, Buffer.from(text))
        return
      }
      const file = await find(pathname)
      if (file == null && !pathname.endsWith('/') && await find(`${pathname}/`) != null) {
        // Relative links of the page are resolved below its folder.
        const [sent, ...query] = req.url.split('?')
        say(307, 'The page is below this address.\n', {
          Location: [`${sent.replace(/^\/+/, '/')}/`, ...query].join('?')
        })
        return
      }
      if (file == null) {
        // Navigations get the error page, which has links.
        const page = req.headers['sec-fetch-mode'] === 'navigate' ? await find('/404.html') : undefined
        if (page == null) {
          say(404, 'Nothing is here.\n')
        } else {
          send(404, { 'Content-Type': page.type, ...HTML_HEADERS, 'Cache-Control': 'no-store' }, page.body)
        }
        return
      }
      const codings = acceptedCodings(req.headers['accept-encoding'])
      const copy = file.copies.find(({ coding }) => codings.some((accepted) => accepted.coding === coding))
      const headers = {
        ETag: (copy ?? file).etag,
        ...(file.copies.length > 0 ? { Vary: 'Accept-Encoding' } : {}),
        ...(copy == null ? {} : { 'Content-Encoding': copy.coding }),
        'Cache-Control': file.cacheControl,
        ...headersOf(pathname, file.type, html, req)
      }
      if (matchesEtag(req.headers['if-none-match'], headers.ETag)) {
        res.writeHead(304, headers)
        res.end()
        return
      }
      send(200, { 'Content-Type': file.type, ...headers }, (copy ?? file).body)
    }

    const pathname = decodePath(req.url)

    switch (route({ method: req.method, pathname, headers: req.headers, isSite })) {
      case 'bad-path':
        return say(400, 'This address cannot be read.\n')
      case 'worker-script-refused':
        return say(403, 'No service worker may be installed from this path.\n')
      case 'foreign-refused':
        return say(403, '403 - Forbidden\n')
      case 'api-without-node':
      case 'content-without-node':
        return say(503, NO_NODE)
      case 'method-not-allowed':
        return say(405, 'Only GET and HEAD are answered here.\n', { Allow: 'GET, HEAD' })
      case 'bootstrap':
        return await sendFile('/bootstrap.html', { html: bootstrapHeaders(req) })
      case 'bootstrap-in-frame':
        return await sendFile('/bootstrap.html', { html: FRAMED_HEADERS })
      case 'bootstrap-if-there':
        return await sendFile(
          await find(pathname) != null || await find(`${pathname}/`) != null ? '/bootstrap.html' : pathname
        )
      case 'file':
        return await sendFile(pathname)
    }
  }
}

/**
 * @param {{ root: string, port: number, isSite?: boolean, tls?: { key: string, cert: string }, instead?:
 *   Record<string, () => Promise<string>> }} options port 0 picks a free one
 * @returns {Promise<{ port: number, close: () => Promise<void> }>}
 */
export async function startStaticServer ({ root, port, isSite, tls, instead }) {
  const handle = createStaticHandler({ root, isSite, instead })

  return await listenOnLoopback(
    (req, res) => {
      handle(req, res).catch(() => {
        res.statusCode = 500
        res.end('The server could not read this file.\n')
      })
    },
    port,
    tls
  )
}

function decodePath (url) {
  try {
    return decodeURIComponent(url.split(/[?#]/, 1)[0])
  } catch {
    return undefined
  }
}

/** RFC 9110, section 13.1.2: weak comparison of a list, or `*`. */
function matchesEtag (header, etag) {
  return header != null && (header.trim() === '*' ||
    header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag))
}

/** Returns the headers of the bootstrap in a tab: at the host of a site, or below the paths of content of a node. */
function bootstrapHeaders ({ socket, headers }) {
  const [, home] = /.\.ip[fn]s\.([^/\s;,]+)$/i.exec(headers.host ?? '') ?? []
  return home == null ? HTML_HEADERS : siteBootstrapHeaders(`${socket.encrypted ? 'https:' : 'http:'}//${home}`)
}

/** Returns the headers of a file that depend on its path and type. `html`: those of a page. */
function headersOf (pathname, type, html, { socket, headers }) {
  if (pathname === '/home-frame.html') {
    return frameHeaders(socket.encrypted ? 'https:' : 'http:', headers.host)
  }
  if (pathname === '/bridge.html') {
    return BRIDGE_HEADERS
  }
  if (pathname.startsWith('/webui/')) {
    return WEBUI_HEADERS
  }
  return {
    ...(type.startsWith('text/html') ? html : COMMON_HEADERS),
    ...(pathname.startsWith('/assets/') ? ASSET_HEADERS : {}),
    ...(pathname === '/own-origins.json' ? PROBE_HEADERS : {})
  }
}
