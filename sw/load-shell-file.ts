import { isHtml } from './is-html.ts'
import { pageVersion } from './page-version.ts'
import { shellFileHash } from './shell-file.ts'
import type { ShellFile } from './shell-file.ts'

/** The page that hosts answer unknown paths with. Several send it with status 404 at its own path too, or not at all. */
const NOT_FOUND_PAGE = /\/404\.html$/
/** Endings of files that are no page: HTML in their place is the host's page for unknown paths. */
const NO_PAGE = /\.(?!x?html?$|shtml$|php$)[a-z][a-z0-9]*$/i

/** The host answers a file of the shell as it is in another version, or as no version has it. */
export class ShellMismatchError extends Error {
  static override readonly name = 'ShellMismatchError'
  override readonly name = 'ShellMismatchError'

  /** @param isOptional - the shell is complete without the file: requests for it go to the host */
  constructor (message: string, readonly isOptional = false) {
    super(message)
  }
}

export interface LoadDeps {
  version: string
  /** of the worker, e.g. `http://node.localhost:4173` */
  origin: string
  fetch: (request: Request) => Promise<Response>
}

/**
 * Fetches one file of the shell past the HTTP cache and checks that it belongs to this version. A CDN may still answer the file of an
 * older version; a second request with a query of its own asks past the CDN's cache.
 *
 * Follows redirects within the origin, as hosts with clean URLs send them (`/about.html` → `/about`).
 *
 * @returns a copy that can answer navigations: browsers refuse a redirected response there
 * @throws ShellMismatchError when the host has another version of the file
 * @throws TypeError when the host does not have the file, or cannot be reached
 */
export async function loadShellFile (file: ShellFile, deps: LoadDeps): Promise<Response> {
  const { url, hash, marked } = file

  if (hash == null && marked !== true) {
    return await request(file, deps.version, deps)
  }

  try {
    return await request(file, undefined, deps)
  } catch (err) {
    if ((err as Error).name === ShellMismatchError.name || err instanceof HostAnswerError) {
      // a query that the older version was never asked by
      return await request({ url, hash, marked }, hash ?? deps.version, deps).catch(() => { throw err })
    }

    throw err
  }
}

/** The host answered, but not with the file. */
class HostAnswerError extends TypeError {}

async function request (file: ShellFile, query: string | undefined, { fetch, origin, version }: LoadDeps): Promise<Response> {
  const { url, hash, marked = false } = file
  const target = new URL(origin + url)

  if (query != null) {
    target.searchParams.append('v', query)
  }

  const response = await fetch(new Request(target.href, { cache: 'reload', credentials: 'same-origin' }))
  const isChecked = hash != null || marked
  const isNotFoundPage = NOT_FOUND_PAGE.test(target.pathname)

  if (!response.ok && !(isChecked && isNotFoundPage && response.status === 404)) {
    throw isNotFoundPage ? new ShellMismatchError(`${url} of the app shell: HTTP ${response.status}`, true) : new HostAnswerError(`${url} of the app shell: HTTP ${response.status}`)
  }

  if (response.redirected && !isSameFile(target, response.url, isChecked)) {
    throw new HostAnswerError(`${url} of the app shell: HTTP ${response.status} after a redirect to ${response.url}`)
  }

  if (!isChecked) {
    if (NO_PAGE.test(target.pathname) && isHtml(response)) {
      throw new HostAnswerError(`${url} of the app shell: the host answers a page in its place`)
    }

    return copied(response, response.body)
  }

  const bytes = await response.arrayBuffer()

  if (hash != null && await shellFileHash(bytes) === hash) {
    return copied(response, bytes)
  }

  if (marked) {
    const answered = isHtml(response) ? pageVersion(new TextDecoder().decode(bytes)) : undefined

    if (answered === version) {
      return copied(response, bytes)
    }

    throw new ShellMismatchError(`${url} is not of version ${version}: the host answers ${answered == null ? 'a page without a version' : `version ${answered}`}`)
  }

  // a page that the host adds something to, such as its statistics, would otherwise never match
  throw new ShellMismatchError(`${url} is not of version ${version}: the host answers other bytes than were built`, isNotFoundPage || isHtml(response) && !NO_PAGE.test(target.pathname))
}

/** Whether a redirect leads to the requested file: anywhere on the origin if its content is checked, otherwise to another form of its path. */
function isSameFile ({ origin, pathname }: URL, answered: string, isChecked: boolean): boolean {
  const to = URL.canParse(answered) ? new URL(answered) : undefined
  return to?.origin === origin && (isChecked || cleanPath(to.pathname) === cleanPath(pathname))
}

/** `/about`, `/about/`, `/about.html` and `/about/index.html` are one page of a host with clean URLs. */
function cleanPath (pathname: string): string {
  return pathname.replace(/\.html$/, '').replace(/\/index$/, '/').replace(/(.)\/$/, '$1')
}

function copied ({ headers }: Response, body: BodyInit | null): Response {
  const copy = new Headers(headers)
  // both are of the bytes on the wire
  copy.delete('Content-Encoding')
  copy.delete('Content-Length')
  return new Response(body, { headers: copy })
}
