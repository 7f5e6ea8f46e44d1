/**
 * The headers that a host should send, in the `_headers` form that several static hosts read. The node itself needs two of them: a
 * worker that is never taken from an HTTP cache, and a referrer inside the origin, by which it tells its own pages from content.
 *
 * @param base - where the site lies, `/` or `/app/`
 * @param scripts - of the worker
 */
export function headersFile (base: string, scripts: readonly string[]): string {
  const blocks = [
    ['/*', 'X-Content-Type-Options: nosniff', 'Referrer-Policy: same-origin'],
    ...scripts.map((script) => [base + script, 'Cache-Control: no-cache', ...(base === '/' ? [] : ['Service-Worker-Allowed: /'])])
  ]

  return `# For hosts that know this file; for others, set the same headers by hand.\n\n${blocks.map(([path, ...headers]) => [path, ...headers.map((header) => `  ${header}`)].join('\n')).join('\n\n')}\n`
}
