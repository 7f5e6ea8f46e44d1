import { goQuote } from '../../go/text/quote.ts'
import { encodeGoQuery } from '../../go/url/escape.ts'
import { parseGoQuery } from '../../go/url/query.ts'
import { redirect } from '../../http/response/redirect.ts'
import { parsePath } from '../../path/content-path.ts'
import { errorStatus } from '../errors/error-status.ts'
import { StatusError } from '../errors/gateway-errors.ts'
import type { ImmutablePath } from '../request/backend.ts'
import type { Immutable } from '../request/request.ts'
import { matchRule } from './match.ts'
import { MAX_FILE_BYTES, parseRedirects } from './parse.ts'
import type { RedirectRule } from './parse.ts'
import { readText } from './read-text.ts'
import { servePage } from './serve-page.ts'

/**
 * Applies the `_redirects` file of a site to a path that does not exist. Returns a redirect, a page with a status,
 * another path to serve instead, or undefined.
 *
 * @throws StatusError 500 if the file is invalid
 */
export async function applyRedirectsFile (rq: Immutable): Promise<Response | ImmutablePath | undefined> {
  const { immutablePath: { root, segments } } = rq
  const path = ['', ...segments]

  for (const rule of await readRules(rq, root)) {
    const to = segments.length === 0 ? undefined : targetOf(root, rule, path)

    if (to != null) {
      return await followRule(rq, rule, to)
    }
  }

  return undefined
}

async function readRules (rq: Immutable, root: string): Promise<RedirectRule[]> {
  try {
    const text = await readText(rq, parsePath(pathOf(root)) as ImmutablePath, MAX_FILE_BYTES)
    return text == null ? [] : parseRules(text)
  } catch (err) {
    rq.life.signal.throwIfAborted()
    throw new StatusError(500, redirectsError(root, err as Error))
  }
}

function targetOf (root: string, rule: RedirectRule, path: readonly string[]): string | undefined {
  try {
    return matchRule(rule, path)
  } catch (err) {
    throw new StatusError(500, redirectsError(root, err as Error))
  }
}

function parseRules (text: string): RedirectRule[] {
  try {
    return parseRedirects(text)
  } catch (err) {
    throw new Error(`could not parse _redirects: ${(err as Error).message}`)
  }
}

function pathOf (root: string): string {
  return `/ipfs/${root}/_redirects`
}

function redirectsError (root: string, { message }: Error): string {
  return `trouble processing _redirects file at ${goQuote(pathOf(root))}: ${message}`
}

async function followRule (rq: Immutable, { status }: RedirectRule, to: string): Promise<Response | ImmutablePath> {
  if (status >= 301 && status <= 308) {
    return redirect(rq.request, rq.headers, withQuery(to, rq.query), status)
  }

  const { root } = rq.immutablePath

  try {
    const path = withinSite(root, to)
    return status === 200 ? path : await servePage(rq, path, status)
  } catch (err) {
    rq.life.signal.throwIfAborted()
    // A missing page is answered as not found, regardless of the status in the rule.
    throw new StatusError(errorStatus(err), redirectsError(root, err as Error))
  }
}

/**
 * Parses a target within the site.
 *
 * @throws an Error if dot segments leave the site, or the target is a URL
 */
function withinSite (root: string, to: string): ImmutablePath {
  const path = parsePath(`/ipfs/${root}/${to}`)

  if (path.namespace !== 'ipfs' || path.root !== root || !to.startsWith('/')) {
    throw new Error(`${goQuote(to)} is not a path of this site`)
  }

  return path as ImmutablePath
}

/**
 * Merges the query of the request into the target of a rule. A parameter of the request replaces a parameter of that
 * name in the rule (specs.ipfs.tech/http-gateways/web-redirects-file, "Query Parameters").
 */
function withQuery (to: string, query: Map<string, string[]>): string {
  if (query.size === 0) {
    return to
  }

  const [, target, own = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(to) as RegExpExecArray
  const all = parseGoQuery(own)

  for (const [name, values] of query) {
    all.set(name, values)
  }

  return `${target}?${encodeGoQuery(all)}${fragment}`
}
