import tseslint from 'typescript-eslint'
import { FLOORS, STRANGERS } from './floors.js'
import { noCircle } from './scripts/lint/no-circle.mjs'

/** Closes rooms to files: no import of them, by a type neither. */
function closed (files, rooms, message) {
  return { files, ignores: ['**/*.test.ts'], rules: { 'no-restricted-imports': ['error', { patterns: [{ regex: `^(\\.\\./)+(${rooms.join('|')})/`, message }] }] } }
}

const floors = FLOORS.map((room, i) => {
  const strangers = STRANGERS.filter(({ rooms }) => rooms.includes(room)).flatMap((rule) => rule.strangers.filter((other) => !rule.rooms.includes(other)))
  const above = FLOORS.slice(i + 1)
  return closed([`src/${room}/**/*.{ts,tsx}`], [...above, ...strangers, 'sw', 'testing'], `${room}/ may only use the rooms below it (floors.js)`)
})

export default tseslint.config(
  { ignores: ['dist/', 'dist-site/', 'dist-edge/', 'lib/', 'node_modules/', '.cache/', 'test-results/', 'src/testing/golden/'] },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx', '**/*.js', '**/*.mjs'],
    plugins: { house: { rules: { 'no-circle': noCircle } } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'house/no-circle': 'error',
      'no-console': 'error',
      'eqeqeq': ['error', 'always', { null: 'ignore' }],
      'prefer-const': 'error'
    }
  },
  ...floors,
  {
    files: ['src/**', 'sw/**', 'edge/**'],
    ignores: ['**/*.test.ts', 'src/testing/**', 'edge/testing/**', 'src/client/**'],
    rules: { 'no-restricted-properties': ['error', { object: 'AbortSignal', property: 'timeout', message: 'timeLimit of src/async: Node forgets one of these when garbage is collected' }] }
  },
  // tests may use what tests are made of, and look at the whole; the shell stays out of src/ all the same
  { ...closed(['src/**/*.test.ts', 'src/testing/**'], ['sw'], 'src/ knows no worker'), ignores: [] },
  { files: ['scripts/**', 'bench/**', 'e2e/**'], rules: { 'no-console': 'off' } }
)
