import { appHeaderRules } from './header-rules.ts'

/**
 * Returns the headers that a host should send (`appHeaderRules`), in the `_headers` format of several static hosts.
 *
 * @param base - base path of the site, `/` or `/app/`
 * @param scripts - scripts of the worker
 */
export function headersFile (base: string, scripts: readonly string[]): string {
  const blocks = appHeaderRules(base, scripts).flatMap(({ paths, headers }) =>
    paths.map((path) => [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n'))
  )
  return `# For hosts that know this file; for others, set the same headers by hand.\n\n${blocks.join('\n\n')}\n`
}
