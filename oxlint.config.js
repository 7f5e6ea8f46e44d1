import { FORBIDDEN, LAYERS } from './layers.js'

/** Forbids files to import from modules, type imports included. */
function closed (files, modules, message, excludeFiles = ['**/*.test.ts']) {
  return {
    files,
    excludeFiles,
    rules: {
      'no-restricted-imports': ['error', { patterns: [{ regex: `^(\\.\\./)+(${modules.join('|')})/`, message }] }]
    }
  }
}

const layers = LAYERS.map((module, i) => {
  const forbidden = FORBIDDEN.filter(({ modules }) => modules.includes(module)).flatMap((rule) =>
    rule.forbidden.filter((other) => !rule.modules.includes(other))
  )
  const above = LAYERS.slice(i + 1)
  return closed(
    [`src/${module}/**/*.{ts,tsx}`],
    [...above, ...forbidden, 'sw', 'testing'],
    `${module}/ may only use the modules below it (layers.js)`
  )
})

export default {
  // Same as .gitignore: the leading slash keeps `src/ui/lib` linted.
  ignorePatterns: ['/dist', '/dist-site', '/dist-edge', '/lib', '/.cache', '/test-results', '/src/testing/golden'],
  plugins: ['typescript'],
  jsPlugins: [{ name: 'house', specifier: './scripts/lint/house.mjs' }],
  categories: { correctness: 'off' },
  rules: {
    'typescript/ban-ts-comment': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-duplicate-enum-values': 'error',
    'typescript/no-empty-object-type': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-extra-non-null-assertion': 'error',
    'typescript/no-misused-new': 'error',
    'typescript/no-namespace': 'error',
    'typescript/no-non-null-asserted-optional-chain': 'error',
    'typescript/no-require-imports': 'error',
    'typescript/no-this-alias': 'error',
    'typescript/no-unnecessary-type-constraint': 'error',
    'typescript/no-unsafe-declaration-merging': 'error',
    'typescript/no-unsafe-function-type': 'error',
    'typescript/no-wrapper-object-types': 'error',
    'typescript/prefer-as-const': 'error',
    'typescript/prefer-namespace-keyword': 'error',
    'typescript/triple-slash-reference': 'error',
    'eqeqeq': ['error', 'always', { null: 'ignore' }],
    'no-array-constructor': 'error',
    'no-console': 'error',
    'no-unused-expressions': 'error',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    'prefer-const': 'error',
    'house/no-circle': 'error'
  },
  overrides: [
    // Code for old browsers is written in plain JavaScript, so these rules apply to TypeScript only.
    {
      files: ['**/*.{ts,tsx,mts}'],
      rules: { 'no-var': 'error', 'prefer-rest-params': 'error', 'prefer-spread': 'error' }
    },
    ...layers,
    {
      files: ['src/**', 'sw/**', 'edge/**'],
      excludeFiles: ['**/*.test.ts', 'src/testing/**', 'edge/testing/**', 'src/client/**'],
      rules: {
        'no-restricted-properties': ['error', {
          object: 'AbortSignal',
          property: 'timeout',
          message: 'timeLimit of src/async: Node forgets one of these when garbage is collected'
        }]
      }
    },
    // Tests may use test helpers and import from all layers. `sw/` stays forbidden in all of src/.
    closed(['src/**/*.test.ts', 'src/testing/**'], ['sw'], 'src/ knows no worker', []),
    { files: ['scripts/**', 'bench/**', 'e2e/**'], rules: { 'no-console': 'off' } }
  ]
}
