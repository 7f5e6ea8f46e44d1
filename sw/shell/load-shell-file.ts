import { defineError, isError } from '../../src/errors/define-error.ts'
import { isHtml, matchesShellHash, pageVersion } from './shell-file.ts'
import type { ShellFile } from './shell-file.ts'

/**
 * The error page of a host for unknown paths. Several hosts send it with status 404 at its own path too, or not at all.
 */
const NOT_FOUND_PAGE = /\/404\.html$/
/** Extensions of files that are not pages: HTML instead of such a file is the host's error page. */
const NO_PAGE = /\.(?!x?html?$|shtml$|php$)[a-z][a-z0-9]*$/i

/** Thrown if the host has another version of a shell file, or a file of no version. */
export class ShellMismatchError extends defineError('ShellMismatchError') {
  /** @param isOptional - whether the shell works without the file, and requests for it go to the host */
  constructor (message: string, readonly isOptional = false) {
    super(message)
  }
}

export interface LoadDeps {
  version: string
  /** origin of the worker, such as `http://node.localhost:4173` */
  origin: string
  fetch: (requestShellFile: Request) => Promise<Response>
}

/**
 * Fetches one file of the shell without the HTTP cache and checks that it belongs to this version. A CDN may still have
 * an older version; a second request with a unique query bypasses its cache.
 *
 * Follows redirects within the origin, as hosts with clean URLs send them (`/about.html` → `/about`).
 *
 * @returns a copy that can answer navigations, for which browsers refuse a redirected response
 * @throws ShellMismatchError if the host has another version of the file
 * @throws TypeError if the host does not have the file, or cannot be reached
 */
export async function loadShellFile (file: ShellFile, deps: LoadDeps): Promise<Response> {
  const { url, hash, marked } = file

  if (hash == null && marked !== true) {
    return await requestShellFile(file, deps.version, deps)
  }

  try {
    return await requestShellFile(file, undefined, deps)
  } catch (err) {
    if (isError(err, ShellMismatchError) || err instanceof HostAnswerError) {
      // A query with which the older version was never requested.
      return await requestShellFile({ url, hash, marked }, hash ?? deps.version, deps).catch(() => {
        throw err
      })
    }

    throw err
  }
}

/** Thrown if the host answered, but not with the file. */
class HostAnswerError extends TypeError {}

async function requestShellFile (
  file: ShellFile,
  query: string | undefined,
  { fetch, origin, version }: LoadDeps
): Promise<Response> {
  const { url, hash, marked = false } = file
  const target = new URL(origin + url)

  if (query != null) {
    target.searchParams.append('v', query)
  }

  const response = await fetch(new Request(target.href, { cache: 'reload', credentials: 'same-origin' }))
  const isChecked = hash != null || marked
  checkAnswer(file, target, response, isChecked)

  if (!isChecked) {
    return copyResponse(response, response.body)
  }

  const bytes = await response.arrayBuffer()

  if (hash != null && await matchesShellHash(bytes, hash)) {
    return copyResponse(response, bytes)
  }

  if (marked) {
    const answered = isHtml(response) ? pageVersion(new TextDecoder().decode(bytes)) : undefined

    if (answered === version) {
      return copyResponse(response, bytes)
    }

    throw new ShellMismatchError(
      `${url} is not of version ${version}: the host answers ${
        answered == null ? 'a page without a version' : `version ${answered}`
      }`
    )
  }

  // A page into which the host inserts something, such as statistics, would never match.
  throw new ShellMismatchError(
    `${url} is not of version ${version}: the host serves other bytes than the build`,
    NOT_FOUND_PAGE.test(target.pathname) || isHtml(response) && !NO_PAGE.test(target.pathname)
  )
}

/**
 * Checks that the host has answered with the file, by the head of its answer.
 *
 * @throws ShellMismatchError if the file is an error page that the host does not serve
 * @throws HostAnswerError if the host answered with something else
 */
function checkAnswer ({ url }: ShellFile, target: URL, response: Response, isChecked: boolean): void {
  const isNotFoundPage = NOT_FOUND_PAGE.test(target.pathname)

  if (!response.ok && !(isChecked && isNotFoundPage && response.status === 404)) {
    throw isNotFoundPage
      ? new ShellMismatchError(`${url} of the app shell: HTTP ${response.status}`, true)
      : new HostAnswerError(`${url} of the app shell: HTTP ${response.status}`)
  }

  if (response.redirected && !isSameFile(target, response.url, isChecked)) {
    throw new HostAnswerError(`${url} of the app shell: HTTP ${response.status} after a redirect to ${response.url}`)
  }

  if (!isChecked && NO_PAGE.test(target.pathname) && isHtml(response)) {
    throw new HostAnswerError(`${url} of the app shell: the host answered with a page instead`)
  }
}

/**
 * Whether a redirect leads to the requested file: anywhere on the origin if its content is checked, otherwise to
 * another form of its path.
 */
function isSameFile ({ origin, pathname }: URL, answered: string, isChecked: boolean): boolean {
  const to = URL.canParse(answered) ? new URL(answered) : undefined
  return to?.origin === origin && (isChecked || cleanPath(to.pathname) === cleanPath(pathname))
}

/**
 * Normalizes `/about`, `/about/`, `/about.html` and `/about/index.html`, which are one page on a host with clean URLs.
 */
function cleanPath (pathname: string): string {
  return pathname.replace(/\.html$/, '').replace(/\/index$/, '/').replace(/(.)\/$/, '$1')
}

function copyResponse ({ headers }: Response, body: BodyInit | null): Response {
  const copy = new Headers(headers)
  // Both describe the bytes on the wire.
  copy.delete('Content-Encoding')
  copy.delete('Content-Length')
  return new Response(body, { headers: copy })
}
