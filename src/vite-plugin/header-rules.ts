/** Headers of the paths of an app. `*` at the end of a path stands for any rest. */
export interface AppHeaderRule {
  paths: string[]
  headers: Record<string, string>
}

/**
 * Returns the headers that an app's host should send. The node needs two of them: no HTTP caching of the worker, and a
 * referrer within the origin, by which it distinguishes its own pages from content.
 *
 * @param base - base path of the site, `/` or `/app/`
 * @param scripts - scripts of the worker
 */
export function appHeaderRules (base: string, scripts: readonly string[]): AppHeaderRule[] {
  return [
    { paths: ['/*'], headers: { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'same-origin' } },
    {
      paths: scripts.map((script) => base + script),
      headers: { 'Cache-Control': 'no-cache', ...base === '/' ? {} : { 'Service-Worker-Allowed': '/' } }
    }
  ]
}
