import { caddyFile } from './caddy.ts'
import { cloudFrontFunction, s3Upload } from './cloudfront.ts'
import { nginxFile } from './nginx.ts'
import type { PathHeaders, Site } from './site.ts'

/** A file of a host's settings. */
export interface HostFile {
  name: string
  /** whether it lies in the deployed folder; otherwise in the working directory */
  isInSite: boolean
  text: string
}

/** A static host, or a server of static files. */
export interface Host {
  title: string
  files: (site: Site) => HostFile[]
  /** how it comes to answer unknown paths with `404.html` and status 404 */
  fallback: string
  /** what remains to be done, or does not work */
  remarks: string
}

const FALLBACK = 'By itself, if the folder has a `404.html`'

/** The static hosts that `swipfs deploy` knows, by their names there. docs/how-to/deploy.md has the same table. */
export const HOSTS: ReadonlyMap<string, Host> = new Map(Object.entries<Host>({
  'cloudflare-pages': {
    title: 'Cloudflare Pages',
    files: ({ headersFile: text }) => [{ name: '_headers', isInSite: true, text }],
    fallback: `${FALLBACK}; without one it sends \`index.html\` with status 200, which breaks rules 1 and 2`,
    remarks: 'Own origins need a wildcard domain, which Pages does not serve'
  },
  netlify: {
    title: 'Netlify',
    files: ({ headersFile: text }) => [{ name: '_headers', isInSite: true, text }],
    fallback: FALLBACK,
    remarks: 'Remove a `/* /index.html 200` from `_redirects`. Own origins need its wildcard domains'
  },
  vercel: {
    title: 'Vercel',
    files: (
      { rules }
    ) => [jsonFile('vercel.json', true, { headers: listed(rules, (path) => path.replace(/\*$/, '(.*)')) })],
    fallback: FALLBACK,
    remarks: 'Deploy the folder itself, so that the file is at its root; no `rewrites` to a page'
  },
  firebase: {
    title: 'Firebase Hosting',
    files: ({ folder, rules }) => [
      jsonFile('firebase.json', false, {
        hosting: {
          public: folder,
          ignore: ['firebase.json'],
          headers: listed(rules, (path) => path.replace(/\*$/, '**'))
        }
      })
    ],
    fallback: FALLBACK,
    remarks: 'No `rewrites` to a page. It has no wildcard domains, so no own origins'
  },
  'github-pages': {
    title: 'GitHub Pages',
    files: () => [{ name: '.nojekyll', isInSite: true, text: '' }],
    fallback: FALLBACK,
    remarks: 'It sends no headers of yours: the worker sends those of the pages after the first visit, a new version ' +
      'can take 10 minutes, and there are no own origins. For a project page build with `--base /REPO/`'
  },
  nginx: {
    title: 'nginx',
    files: ({ rules }) => [{ name: 'swipfs.nginx.conf', isInSite: false, text: nginxFile(rules) }],
    fallback: 'In the file',
    remarks:
      'Include the file in the `server` block whose `root` is the folder. An `add_header` outside of it has no ' +
      'effect on these locations'
  },
  caddy: {
    title: 'Caddy',
    files: ({ folder, rules }) => [{ name: 'Caddyfile', isInSite: false, text: caddyFile(folder, rules) }],
    fallback: 'In the file',
    remarks: 'Set `SITE_ADDRESS` to your domain. Caddy gets its certificate, for a wildcard too with a DNS plugin'
  },
  'aws-s3': {
    title: 'Amazon S3 and CloudFront',
    files: ({ folder, rules }) => [
      { name: 'cloudfront-headers.js', isInSite: false, text: cloudFrontFunction(rules) },
      { name: 's3-upload.sh', isInSite: false, text: s3Upload(folder, rules) }
    ],
    fallback: 'A custom error response of the distribution: 403 and 404 to `/404.html` with status 404',
    remarks:
      'Associate the function with *viewer response*. CloudFront runs no function for errors: the 404 page has ' +
      'the policy of its `<meta>` only. Switch compression on'
  },
  serve: {
    title: '`serve` of npm',
    files: ({ rules }) => [
      jsonFile('serve.json', true, {
        // It goes by the names of files.
        headers: listed(rules, (path) => path.replace(/\*$/, '**').replace(/\/$/, '/index.html'))
      })
    ],
    fallback: FALLBACK,
    remarks: 'Not with `--single`, which sends a page for every path'
  }
}))

function jsonFile (name: string, isInSite: boolean, content: object): HostFile {
  return { name, isInSite, text: `${JSON.stringify(content, null, 2)}\n` }
}

/** Returns the rules in the form that hosts with JSON settings share. */
function listed (rules: readonly PathHeaders[], toSource: (path: string) => string): object[] {
  return rules.map(({ path, headers }) => ({
    source: toSource(path),
    headers: Object.entries(headers).map(([key, value]) => ({ key, value }))
  }))
}

/** Returns the table of docs/how-to/deploy.md. */
export function hostsTable (): string {
  const rows = [...HOSTS].map(([name, { title, files, fallback, remarks }]) => {
    const names = files({ folder: 'dist', rules: [], headersFile: '' }).map((file) => `\`${file.name}\``).join(', ')
    return `| ${title} | \`${name}\` | ${names} | ${fallback} | ${remarks} |`
  })
  return ['| Host | `--host` | File | `404.html` | Remarks |', '|---|---|---|---|---|', ...rows].join('\n')
}
