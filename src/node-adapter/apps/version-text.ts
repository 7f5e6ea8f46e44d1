import { KUBO_VERSION } from '../../repo/version.ts'

/**
 * Returns the response to `/version`, from which clients read Kubo's version.
 *
 * @param headers - initial headers
 */
export function versionText (headers: Headers): Response {
  const body = `Commit: \nClient Version: kubo/${KUBO_VERSION}\n`
  headers.set('Content-Type', 'text/plain; charset=utf-8')
  headers.set('Content-Length', String(body.length))
  return new Response(body, { headers })
}
