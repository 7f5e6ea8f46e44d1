import { FORBIDDEN, INNER, LAYERS, OWN_FILES } from './layers.js'

/** Code with limits of size. */
const CODE = ['src', 'sw', 'edge', 'cli', 'scripts', 'bench', 'e2e', 'public'].map((folder) => `${folder}/**`)

/** Forbids files to import what matches patterns, type imports included. */
function restricted (files, patterns, excludeFiles = ['**/*.test.ts']) {
  return { files, excludeFiles, rules: { 'no-restricted-imports': ['error', { patterns }] } }
}

/** The most folders that lie inside each other below a module. */
const DEPTHS = [0, 1, 2, 3, 4, 5]

/** Imports that are forbidden in `src/MODULE/` and `depth` folders below it: modules of src/, and the worker. */
const outerPatterns = (depth, modules, message) => [
  { regex: `^(\\.\\./){${depth + 1}}(${modules.join('|')})/`, message },
  { regex: `^(\\.\\./){${depth + 2}}sw/`, message }
]

/** The modules of src/ that a module must not import. */
function aboveModule (module) {
  const forbidden = FORBIDDEN.filter(({ modules }) => modules.includes(module)).flatMap((rule) =>
    rule.forbidden.filter((other) => !rule.modules.includes(other))
  )
  return [...LAYERS.slice(LAYERS.indexOf(module) + 1), ...forbidden, 'testing']
}

/** The glob of the files `depth` folders below a folder. */
const filesBelow = (folder, depth) => `${folder}/${'*/'.repeat(depth)}*.{ts,tsx}`

/** The patterns that files in a folder of src/ must not import, by the order of the modules. */
function layerPatterns (folder) {
  const [src, module, ...below] = folder.split('/')
  return src !== 'src' || !LAYERS.includes(module)
    ? []
    : outerPatterns(below.length, aboveModule(module), `${module}/ may only use the modules below it (layers.js)`)
}

const layers = LAYERS.flatMap((module) =>
  DEPTHS.map((depth) => {
    const folder = [`src/${module}`, ...Array(depth).fill('*')].join('/')
    return restricted([filesBelow(`src/${module}`, depth)], layerPatterns(folder))
  })
)

const INNER_MESSAGE = 'only what lies below may be used here (INNER in layers.js)'

/** The paths inside a module that its `i`-th part must not import. */
function abovePart (parts, i) {
  const folders = parts.slice(i + 1).filter((part) => part !== OWN_FILES).map((name) => `${name}/.+`)
  return [...parts.slice(0, i + 1).includes(OWN_FILES) ? [] : ['[^/]+\\.tsx?'], ...folders].join('|')
}

/** The patterns that files of a folder must not import, by the inner layers of all modules around it. */
function innerPatterns (folder) {
  return Object.entries(INNER).filter(([module]) => folder.startsWith(`${module}/`)).flatMap(([module, parts]) => {
    const way = folder.slice(module.length + 1).split('/')
    const i = parts.indexOf(way[0])
    return i < 0
      ? []
      : [{ regex: `^${'\\.\\./'.repeat(way.length)}(${abovePart(parts, i)})$`, message: INNER_MESSAGE }]
  })
}

/** Rules for the layers inside a module. They repeat the rules around them, since the last rule of a file counts. */
function innerLayers ([module, parts]) {
  return parts.flatMap((part, i) => {
    if (part === OWN_FILES) {
      const own = { regex: `^\\./(${abovePart(parts, i)})$`, message: INNER_MESSAGE }
      return restricted([filesBelow(module, 0)], [...layerPatterns(module), ...innerPatterns(module), own])
    }

    return DEPTHS.slice(0, -1).map((depth) => {
      const folder = [module, part, ...Array(depth).fill('*')].join('/')
      return restricted([filesBelow(`${module}/${part}`, depth)], [...layerPatterns(folder), ...innerPatterns(folder)])
    })
  })
}

const inner = Object.entries(INNER).sort(([a], [b]) => a.length - b.length).flatMap(innerLayers)

export default {
  // Same as .gitignore: the leading slash keeps `src/ui/lib` linted.
  ignorePatterns: [
    '/dist',
    '/dist-site',
    '/dist-edge',
    '/dist-docs',
    '/lib',
    '/.cache',
    '/test-results',
    '/src/testing/golden'
  ],
  plugins: ['typescript', 'import', 'unicorn', 'oxc'],
  jsPlugins: [{ name: 'house', specifier: './scripts/lint/house.mjs' }],
  categories: { correctness: 'error' },
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
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'typescript/no-floating-promises': 'error',
    'house/plain-comments': 'error',

    // Names and texts that people send are checked for control characters, by regular expressions.
    'no-control-regex': 'off',
    // Arrays of a known length; `no-array-constructor` refuses the other use.
    'unicorn/no-new-array': 'off',
    // A generator that only throws is a body that fails.
    'require-yield': 'off',
    // A copy of a Set or Map that changes while it is iterated.
    'unicorn/no-useless-spread': 'off',
    // Does not see that `method` decides about the body.
    'unicorn/no-invalid-fetch-options': 'off',
    // Vite's `?worker` imports have a default that the resolver does not see.
    'import/default': 'off',
    // Rules of the type-aware linter that the code was not written for.
    'typescript/await-thenable': 'off',
    'typescript/no-base-to-string': 'off',
    'typescript/no-implied-eval': 'off',
    'typescript/no-meaningless-void-operator': 'off',
    'typescript/no-misused-spread': 'off',
    'typescript/no-redundant-type-constituents': 'off',
    'typescript/no-useless-default-assignment': 'off',
    'typescript/require-array-sort-compare': 'off',
    'typescript/restrict-template-expressions': 'off',
    'typescript/unbound-method': 'off'
  },
  overrides: [
    {
      files: CODE,
      // Texts for users are one literal each, by which their translations are found.
      excludeFiles: ['src/ui/**'],
      rules: { 'house/max-line': 'error' }
    },
    { files: CODE, rules: { 'no-nested-ternary': 'error', 'complexity': ['error', { max: 20 }] } },
    {
      files: CODE,
      // Lists of tests and of workloads.
      excludeFiles: ['**/*.test.ts', '**/*.spec.ts', 'bench/compare/workloads.mjs'],
      rules: { 'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }] }
    },
    // Code for old browsers is written in plain JavaScript, so these rules apply to TypeScript only.
    {
      files: ['**/*.{ts,tsx,mts}'],
      rules: { 'no-var': 'error', 'prefer-rest-params': 'error', 'prefer-spread': 'error' }
    },
    ...layers,
    ...inner,
    {
      files: ['src/**', 'sw/**', 'edge/**', 'cli/**'],
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
    restricted(
      ['src/**/*.test.ts', 'src/testing/**'],
      [{ regex: '^(\\.\\./)+sw/', message: 'src/ knows no worker' }],
      []
    ),
    { files: ['scripts/**', 'bench/**', 'e2e/**'], rules: { 'no-console': 'off' } },
    // Playwright reads the parameters of a fixture from its pattern, an empty one included.
    { files: ['e2e/**'], rules: { 'no-empty-pattern': 'off' } },
    { files: ['src/go/json/parse-exact-json.test.ts'], rules: { 'no-loss-of-precision': 'off' } }
  ]
}
