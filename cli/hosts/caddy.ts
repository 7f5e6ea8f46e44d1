import { headersAt } from './site.ts'
import type { PathHeaders } from './site.ts'

const NOT_FOUND = '/404.html'

/** Returns a Caddyfile. Caddy sends the copies that the build has compressed. */
export function caddyFile (folder: string, rules: readonly PathHeaders[]): string {
  const lines = rules.flatMap(({ path, headers }) =>
    Object.entries(headers).map(([name, value]) => `\theader ${path} ${name} \`${value}\``)
  )
  const whenLost = Object.entries(headersAt(rules, NOT_FOUND)).map(([name, value]) =>
    `\t\t\theader ${name} \`${value}\``
  )

  return `{$SITE_ADDRESS:localhost} {
\troot * ${JSON.stringify(folder)}
\tencode zstd gzip
\tfile_server {
\t\tprecompressed br gzip
\t}

${lines.join('\n')}

\thandle_errors {
\t\t@lost expression {http.error.status_code} == 404
\t\thandle @lost {
${whenLost.join('\n')}
\t\t\trewrite * ${NOT_FOUND}
\t\t\tfile_server
\t\t}
\t}
}
`
}
