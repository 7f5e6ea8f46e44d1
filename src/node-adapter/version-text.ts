import { KUBO_VERSION } from '../node/version.ts'

/** The answer to `/version`: clients read the version of Kubo out of it. */
export function versionText (): Response {
  const body = `Commit: \nClient Version: kubo/${KUBO_VERSION}\n`
  return new Response(body, { headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Length': String(body.length) } })
}
