/**
 * Returns the headers that a host should send, in the `_headers` format of several static hosts. The node needs two of
 * them: no HTTP caching of the worker, and a referrer within the origin, by which it distinguishes its own pages from
 * content.
 *
 * @param base - base path of the site, `/` or `/app/`
 * @param scripts - scripts of the worker
 */
export function headersFile (base: string, scripts: readonly string[]): string {
  const blocks = [
    ['/*', 'X-Content-Type-Options: nosniff', 'Referrer-Policy: same-origin'],
    ...scripts.map((
      script
    ) => [base + script, 'Cache-Control: no-cache', ...(base === '/' ? [] : ['Service-Worker-Allowed: /'])])
  ]

  return `# For hosts that know this file; for others, set the same headers by hand.\n\n${
    blocks.map(([path, ...headers]) => [path, ...headers.map((header) => `  ${header}`)].join('\n')).join('\n\n')
  }\n`
}
