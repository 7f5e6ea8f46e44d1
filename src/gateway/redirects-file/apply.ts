import { parsePath } from '../../path/content-path.ts'
import { parseGoQuery } from '../../go/query.ts'
import { encodeGoQuery } from '../../go/escape.ts'
import { redirect } from '../../http/redirect.ts'
import type { ImmutablePath } from '../backend.ts'
import type { Immutable } from '../request.ts'
import { StatusError } from '../status-error.ts'
import { matchRule } from './match.ts'
import { MAX_FILE_BYTES, parseRedirects } from './parse.ts'
import type { RedirectRule } from './parse.ts'
import { readText } from './read-text.ts'
import { servePage } from './serve-page.ts'

/**
 * What the `_redirects` file of a site has to say to a path that does not exist: a redirect, a page with a status, another
 * path to serve in its place, or nothing.
 *
 * @throws StatusError 500 where the file cannot be used
 */
export async function applyRedirectsFile (rq: Immutable): Promise<Response | ImmutablePath | undefined> {
  const { immutablePath: { root, segments } } = rq
  const path = `/${segments.join('/')}`

  for (const rule of await readRules(rq, root)) {
    const to = segments.length === 0 ? undefined : matchRule(rule, path)

    if (to != null) {
      return await follow(rq, rule, to)
    }
  }

  return undefined
}

async function readRules (rq: Immutable, root: string): Promise<RedirectRule[]> {
  const path = `/ipfs/${root}/_redirects`

  try {
    const text = await readText(rq, parsePath(path) as ImmutablePath, MAX_FILE_BYTES)
    return text == null ? [] : parseRedirects(text)
  } catch (err) {
    throw new StatusError(500, `trouble processing _redirects file at "${path}": ${(err as Error).message}`)
  }
}

async function follow (rq: Immutable, { status }: RedirectRule, to: string): Promise<Response | ImmutablePath> {
  if (status >= 301 && status <= 308) {
    return redirect(rq.request, rq.headers, withQuery(to, rq.query), status)
  }

  const path = parsePath(`/ipfs/${rq.immutablePath.root}${to}`) as ImmutablePath
  return status === 200 ? path : await servePage(rq, path, status)
}

/** The parameters of the request go along, behind those of the rule. */
function withQuery (to: string, query: Map<string, string[]>): string {
  if (query.size === 0) {
    return to
  }

  const [, target, own = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(to) as RegExpExecArray
  const all = parseGoQuery(own)

  for (const [name, values] of query) {
    all.set(name, [...all.get(name) ?? [], ...values])
  }

  return `${target}?${encodeGoQuery(all)}${fragment}`
}
