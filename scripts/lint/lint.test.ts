import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT } from '../root.mjs'

/** Files that configure `npm run lint`. */
const CONFIG = ['oxlint.config.js', 'layers.js', 'scripts/lint']

/** One violation each: rule, file and text. */
const FAULTS: Array<[rule: string, file: string, text: string]> = [
  // Imports from a higher layer, in each kind of import.
  ['no-restricted-imports', 'src/bytes/up.ts', "import { swarm } from '../swarm/swarm.ts'\nexport const x = swarm\n"],
  [
    'no-restricted-imports',
    'src/bytes/up-type.ts',
    "import type { Swarm } from '../swarm/swarm.ts'\nexport type X = Swarm\n"
  ],
  ['no-restricted-imports', 'src/bytes/up-again.ts', "export { swarm } from '../swarm/swarm.ts'\n"],
  ['no-restricted-imports', 'src/bytes/up-all.ts', "export * from '../swarm/swarm.ts'\n"],
  ['no-restricted-imports', 'src/bytes/deep/er/up.ts', "import '../../../swarm/swarm.ts'\n"],
  // Layers inside a module.
  ['no-restricted-imports', 'src/store/packed/schema/up.ts', "export { reader } from '../read/packed-reader.ts'\n"],
  ['no-restricted-imports', 'src/store/packed/schema/out.ts', "export { open } from '../../open/open.ts'\n"],
  ['no-restricted-imports', 'src/gateway/errors/deep/up.ts', "export { step } from '../../steps/step.ts'\n"],
  ['no-restricted-imports', 'src/gateway/errors/top.ts', "export { gateway } from '../gateway.ts'\n"],
  ['no-restricted-imports', 'src/webrtc/no-page-error.ts', "export { shim } from './shim/shim.ts'\n"],
  ['no-restricted-imports', 'sw/scope/up.ts', "export { site } from '../site/site.ts'\n"],
  // Modules that must not import each other.
  ['no-restricted-imports', 'src/ui/view.tsx', "export { bytes } from '../cid/bytes.ts'\n"],
  ['no-restricted-imports', 'src/gateway/answer.ts', "export { node } from '../node/node.ts'\n"],
  ['no-restricted-imports', 'src/commands/swarm/peers.ts', "export { dial } from '../../libp2p/dial.ts'\n"],
  ['no-restricted-imports', 'src/vite-plugin/plugin.ts', "export { bytes } from '../bytes/bytes.ts'\n"],
  // The shell, and test helpers.
  ['no-restricted-imports', 'src/relay/relay.ts', "export { worker } from '../../sw/worker.ts'\n"],
  ['no-restricted-imports', 'src/cid/cid.ts', "export { fake } from '../testing/fake.ts'\n"],
  ['no-restricted-imports', 'src/cid/cid.test.ts', "export { worker } from '../../sw/worker.ts'\n"],
  ['no-restricted-imports', 'src/testing/fake.ts', "export { worker } from '../../sw/worker.ts'\n"],

  ['no-cycle', 'src/log/one.ts', "import type { B } from './two.ts'\nexport type A = B | 1\n"],
  ['no-cycle', 'src/log/two.ts', "import type { C } from './three.ts'\nexport type B = C | 2\n"],
  ['no-cycle', 'src/log/three.ts', "import type { A } from './one.ts'\nexport type C = A | 3\n"],
  ['no-cycle', 'sw/late.ts', "import { later } from './later.ts'\nexport const late = (): unknown => later\n"],
  ['no-cycle', 'sw/later.ts', "import { late } from './late.ts'\nexport const later = (): unknown => late\n"],

  ['no-restricted-properties', 'src/http/wait.ts', 'export const signal = AbortSignal.timeout(1)\n'],
  ['no-restricted-properties', 'sw/wait.ts', "export const signal = AbortSignal['timeout'](1)\n"],
  ['no-restricted-properties', 'edge/wait.ts', 'export const { timeout } = AbortSignal\n'],

  ['no-console', 'src/bytes/say.ts', "console.log('x')\n"],
  ['no-console', 'public/say.js', "console.log('x')\n"],
  ['no-console', 'sw/say.mjs', "console.error('x')\n"],
  ['eqeqeq', 'src/ui/lib/equal.ts', 'export const same = (a: number, b: number): boolean => a == b\n'],
  ['prefer-const', 'scripts/let.mjs', 'let a = 1\nexport const b = a\n'],
  ['no-var', 'e2e/var.ts', 'export var a = 1\n'],
  ['prefer-rest-params', 'src/bytes/rest.ts', 'export function rest (): unknown { return arguments }\n'],
  [
    'prefer-spread',
    'src/bytes/spread.ts',
    'export const spread = (list: number[]): number => Math.max.apply(Math, list)\n'
  ],
  ['no-unused-vars', 'src/bytes/unused.ts', 'const unused = 1\nexport {}\n'],
  ['no-unused-vars', 'src/bytes/unused-last.ts', 'export const f = (_a: number, b: number, c: number): number => b\n'],
  ['no-unused-vars', 'bench/unused.mjs', "import fs from 'node:fs'\n"],
  ['no-unused-vars', 'src/bytes/unused-error.ts', 'export function f (): void { try { f() } catch (err) { f() } }\n'],
  ['no-unused-expressions', 'src/bytes/expression.ts', 'export const f = (a: number): void => { a + 1 }\n'],
  ['no-array-constructor', 'src/bytes/array.ts', 'export const list = new Array(1, 2)\n'],

  ['no-explicit-any', 'src/bytes/any.ts', 'export const f = (a: any): unknown => a\n'],
  ['no-explicit-any', 'edge/testing/any.ts', 'export type Any = any[]\n'],
  ['consistent-type-imports', 'src/bytes/import.ts', "import { Thing } from './thing.ts'\nexport type Other = Thing\n"],
  ['consistent-type-imports', 'src/bytes/import-inline.ts', "export type Other = import('./thing.ts').Thing\n"],
  ['ban-ts-comment', 'src/bytes/comment.ts', '// @ts-ignore\nexport const a = 1\n'],
  ['ban-ts-comment', 'src/bytes/expect-comment.ts', '// @ts-expect-error\nexport const a = 1\n'],
  ['no-duplicate-enum-values', 'src/bytes/enum.ts', 'export enum E { A = 1, B = 1 }\n'],
  ['no-empty-object-type', 'src/bytes/empty.ts', 'export interface Empty {}\n'],
  ['no-extra-non-null-assertion', 'src/bytes/bang.ts', 'export const f = (a?: { b: number }): number => a!!.b\n'],
  ['no-misused-new', 'src/bytes/new.ts', 'export interface I { new (): I }\n'],
  ['no-namespace', 'src/bytes/namespace.ts', 'export namespace N { export const a = 1 }\n'],
  [
    'no-non-null-asserted-optional-chain',
    'src/bytes/chain.ts',
    'export const f = (a?: { b?: number }): number => a?.b!\n'
  ],
  ['no-require-imports', 'src/bytes/require.ts', "import fs = require('node:fs')\nexport const a = fs\n"],
  ['no-this-alias', 'src/bytes/this.ts', 'export class C { f (): unknown { const self = this\n return self } }\n'],
  ['no-unnecessary-type-constraint', 'src/bytes/constraint.ts', 'export const f = <T extends unknown>(a: T): T => a\n'],
  ['no-unsafe-declaration-merging', 'src/bytes/merged.ts', 'export interface M { a: number }\nexport class M {}\n'],
  ['no-unsafe-function-type', 'src/bytes/function.ts', 'export type F = Function\n'],
  ['no-wrapper-object-types', 'src/bytes/wrapper.ts', 'export type S = String\n'],
  ['prefer-as-const', 'src/bytes/as-const.ts', "export const a = 'b' as 'b'\n"],
  ['plain-comments', 'src/bytes/opener.ts', '/** What is kept. */\nexport const a = 1\n'],
  ['plain-comments', 'sw/opener.ts', '/**\n * Of a pin: its name.\n */\nexport const a = 1\n'],
  ['plain-comments', 'e2e/such.ts', '/** Such a page. */\nexport const a = 1\n'],
  ['plain-comments', 'src/ui/lib/dialect.ts', '// nobody asks\nexport const a = 1\n'],
  ['plain-comments', 'edge/dialect.ts', '/* is told once */\nexport const a = 1\n'],
  ['plain-comments', 'scripts/dialect.mjs', '/** Waits behind the lock. */\nexport const a = 1\n'],
  ['max-line', 'src/bytes/line.ts', `export const a = '${'x'.repeat(120)}'\n`],
  ['max-line', 'e2e/line.spec.ts', `// ${'x '.repeat(70)}\nexport const a = 1\n`],
  ['no-nested-ternary', 'src/ui/lib/nested.ts', 'export const f = (a: number): number => a > 1 ? 2 : a > 0 ? 1 : 0\n'],
  ['no-nested-ternary', 'scripts/nested.mjs', 'export const f = (a) => a > 1 ? 2 : a > 0 ? 1 : 0\n'],
  ['complexity', 'bench/complex.ts', `export function f (a: number): void { ${'if (a > 1) f(1)\n'.repeat(20)} }\n`],
  ['max-lines', 'src/ui/lib/lines.ts', 'export {}\n'.repeat(401)],
  ['triple-slash-reference', 'src/bytes/reference.ts', '/// <reference path="./thing.ts" />\nexport {}\n']
]

/** Code close to a violation that is allowed. */
const GOOD: Array<[file: string, text: string]> = [
  ['src/bytes/url.ts', `// https://example.org/${'x'.repeat(120)}\nexport const a = 1\n`],
  ['src/ui/lib/text.ts', `export const a = '${'x '.repeat(70)}'\n`],
  ['src/bytes/plain.ts', '/** Whether the port whose other end is gone was closed. */\nexport const a = true\n'],
  [
    'src/bytes/cited.ts',
    "// `nobody` is a user. Peers behind a NAT print 'who'.\nexport const a = 'nobody told whom'\n"
  ],
  ['sw/line-opener.ts', '// What follows is no doc comment.\nexport const a = 1\n'],
  ['src/store/packed/read/down.ts', "export { schema } from '../schema/schema.ts'\n"],
  ['src/client/upload/down.ts', "export { jobs } from '../jobs/jobs.ts'\n"],
  ['src/swarm/swarm.ts', "export { bytes } from '../bytes/bytes.ts'\n"],
  [
    'src/bytes/bytes.ts',
    "import { CID } from 'multiformats/cid'\nexport const bytes = (cid: CID | undefined, _unused?: string): " +
    'boolean => cid == null || cid instanceof CID\n'
  ],
  [
    'src/cid/uses-all.test.ts',
    "export { swarm } from '../swarm/swarm.ts'\nexport { fake } from '../testing/other-fake.ts'\nexport " +
    'const signal = AbortSignal.timeout(1)\n'
  ],
  ['src/testing/other-fake.ts', "export { swarm } from '../swarm/swarm.ts'\n"],
  ['sw/worker.ts', "export { swarm } from '../src/swarm/swarm.ts'\n"],
  ['src/client/wait.ts', 'export const signal = AbortSignal.timeout(1)\n'],
  ['edge/testing/wait.ts', 'export const signal = AbortSignal.timeout(1)\n'],
  ['scripts/say.mjs', "console.log('x')\n"],
  ['bench/say.ts', "console.log('x')\n"],
  ['e2e/say.ts', "console.log('x')\n"],
  ['scripts/old.js', 'var old = 1\nexports.old = old\n'],
  ['scripts/build/deep/type-only.ts', "import type { Thing } from './thing.ts'\nexport type Other = Thing\n"],
  // Generated or recorded files.
  ['dist/sw.js', 'var a = 1; console.log(a == 2)\n'],
  ['lib/client.js', 'var a = 1; console.log(a == 2)\n'],
  ['src/testing/golden/say.mjs', 'console.log(1 == 2)\n']
]

let folder = ''
let status: number | null
const found: Record<string, string[]> = {}

beforeAll(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'swipfs-lint-')))

  for (const name of CONFIG) {
    cpSync(path.join(ROOT, name), path.join(folder, name), {
      recursive: true,
      filter: (source) => !source.endsWith('.test.ts')
    })
  }

  for (const [file, text] of [...FAULTS.map(([, file, text]) => [file, text]), ...GOOD]) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }

  const linted = spawnSync(process.execPath, [
    path.join(ROOT, 'node_modules', 'oxlint', 'bin', 'oxlint'),
    '-c',
    'oxlint.config.js',
    '--format=json',
    '.'
  ], { cwd: folder, encoding: 'utf8', maxBuffer: 1e8 })
  status = linted.status
  const { diagnostics } = JSON.parse(linted.stdout) as { diagnostics: Array<{ code: string; filename: string }> }

  for (const { code, filename } of diagnostics) {
    ;(found[filename] ??= []).push(/\((.+)\)/.exec(code)?.[1] ?? code)
  }
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

it.each(FAULTS)('the lint reports %s in %s', (rule, file) => {
  expect(found[file]).toEqual([rule])
})

it('the lint exits with an error, and reports nothing else', () => {
  expect(status).toBe(1)
  expect(Object.keys(found).sort()).toEqual(FAULTS.map(([, file]) => file).sort())
})
