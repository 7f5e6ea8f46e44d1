import { KUBO_VERSION } from '../repo/version.ts'

/** The answer to `/version`: clients read the version of Kubo out of it. @param headers - to begin with */
export function versionText (headers: Headers): Response {
  const body = `Commit: \nClient Version: kubo/${KUBO_VERSION}\n`
  headers.set('Content-Type', 'text/plain; charset=utf-8')
  headers.set('Content-Length', String(body.length))
  return new Response(body, { headers })
}
