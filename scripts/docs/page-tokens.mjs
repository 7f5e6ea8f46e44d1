/** The design tokens that the gateway's own pages use. */
const USED = [
  'paper',
  'sheet',
  'ink',
  'soft-ink',
  'line',
  'edge',
  'water',
  'on-water',
  'wash',
  'bad',
  'round',
  'round-small',
  'size-s',
  'size-m',
  'text',
  'mono'
]

/**
 * Returns the source of `src/gateway/html/page/page-tokens.ts`: the design tokens of the app that the gateway's own
 * pages use, as CSS declarations.
 *
 * @param {string} css src/ui/styles/tokens.css
 * @returns {string}
 */
export function pageTokens (css) {
  const values = USED.map((name) => {
    const value = new RegExp(`--${name}: ([^;]+);`).exec(css)?.[1]
    if (value == null) {
      throw new Error(`src/ui/styles/tokens.css has no --${name}`)
    }
    return `--${name}:${value.replaceAll(', ', ',')}`
  })
  const lines = ['color-scheme:light dark', ...values].map((line) => line.includes("'") ? `"${line}"` : `'${line}'`)

  return `/** Design tokens of the app (src/ui/styles/tokens.css), written by \`npm run docs\`. */
export const PAGE_TOKENS = [
${lines.map((line) => `  ${line}`).join(',\n')}
].join(';')
`
}
