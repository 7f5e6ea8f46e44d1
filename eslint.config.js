import tseslint from 'typescript-eslint'

/**
 * The layers of src/ that must not know those above them. A later rule of ESLint takes the place of an earlier one for the same
 * file, so each names all that is closed to it.
 */
const layers = [
  { folders: ['http'], above: ['store', 'dag', 'unixfs', 'names', 'pins', 'node', 'rpc', 'commands', 'gateway'] },
  { folders: ['store', 'dag', 'unixfs', 'node'], above: ['rpc', 'commands', 'gateway'] },
  { folders: ['rpc', 'gateway', 'pins', 'names'], above: ['commands'] },
  { folders: ['commands'], above: ['gateway'] }
]

/** What runs nodes, and what shows them: closed to all layers. */
const SHELLS = ['sw', 'node-adapter', 'ui', 'client', 'bootstrap']

function closed (files, above) {
  const folders = above.length === 0 ? ['sw'] : [...SHELLS, ...above]
  const message = `these files must not know ${folders.join(', ')}`
  return { files, rules: { 'no-restricted-imports': ['error', { patterns: [{ regex: `^(\\.\\./)+(${folders.join('|')})/`, message }] }] } }
}

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', '.cache/', 'test-results/', 'src/testing/golden/'] },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx', '**/*.js', '**/*.mjs'],
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-console': 'error',
      'eqeqeq': ['error', 'always', { null: 'ignore' }],
      'prefer-const': 'error'
    }
  },
  // the boundary that DESIGN sets: src/ knows nothing of the worker shell
  closed(['src/**/*.ts', 'src/**/*.tsx'], []),
  ...layers.map(({ folders, above }) => closed(folders.map((folder) => `src/${folder}/**/*.ts`), above)),
  { files: ['scripts/**', 'bench/**', 'e2e/**'], rules: { 'no-console': 'off' } }
)
