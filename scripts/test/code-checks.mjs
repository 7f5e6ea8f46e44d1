/** Checks of the code that need no test runner: titles, and scripts with their arguments for Node. */
export const CODE_CHECKS = {
  format: ['node_modules/dprint/bin.cjs', 'check'],
  'type check': ['scripts/test/typecheck.mjs'],
  lint: ['node_modules/oxlint/bin/oxlint', '-c', 'oxlint.config.js', '--type-aware', '.']
}
