import { joinedRules } from './site.ts'
import type { PathHeaders } from './site.ts'

const START = '/'
const ANY = '/*'

/**
 * Returns the settings of a `server` block of nginx. `add_header` of a block replaces those of the blocks around it, so
 * that each location has all of its headers.
 */
export function nginxFile (rules: readonly PathHeaders[]): string {
  const locations = joinedRules(rules).map(({ path, headers }) => {
    const lines = Object.entries(headers).map(([name, value]) => `  add_header ${name} "${value}" always;`)
    return [`location ${nginxPattern(path)} {`, `  ${filesOf(path)}`, ...lines, '}'].join('\n')
  })

  return `# Include this file in the server block whose root is the folder of the site.
index index.html;
error_page 404 /404.html;
gzip on;
gzip_vary on;
gzip_types text/css text/javascript application/javascript application/json application/manifest+json image/svg+xml;

${locations.join('\n\n')}
`
}

function nginxPattern (path: string): string {
  return path.endsWith('*') ? path.slice(0, -1) : `= ${path}`
}

/** Returns the files of a location. The start page is named, because `index` would lead to another location. */
function filesOf (path: string): string {
  if (path === START) {
    return 'try_files /index.html =404;'
  }

  return path === ANY ? 'try_files $uri $uri/ =404;' : 'try_files $uri =404;'
}
