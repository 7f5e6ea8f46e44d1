#!/usr/bin/env node
// `npm run mutate -- FOLDER… [--sample N] [--seed N] [--quick] [--list]`: changes the code of modules in small ways,
// one at a time, and runs the unit tests that depend on the changed file. A change that no test notices is printed: it
// survived. Works on a copy, so it can run during other work. See docs/testing.md.
import process from 'node:process'
import { parseArgs } from 'node:util'
import { ensureInstall } from '../install/ensure-install.mjs'
import { ROOT } from '../root.mjs'
import { mutate } from './mutate.mjs'

/**
 * Modules with tests that must notice nearly every change: names, pins, storage, and the code that decides about
 * answers.
 */
const DEFAULT_FOLDERS = ['src/cid', 'src/pins', 'src/repo', 'src/store/packed', 'src/gateway/steps', 'src/rpc']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    quick: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false }
  }
})

await ensureInstall(ROOT)
const { killed, survived } = await mutate(ROOT, positionals.length > 0 ? positionals : DEFAULT_FOLDERS, {
  sample: Number(values.sample),
  seed: Number(values.seed),
  isQuick: values.quick,
  isList: values.list,
  log: console.log
})

if (!values.list) {
  const score = (100 * killed / Math.max(1, killed + survived.length)).toFixed(1)
  console.log(`\n${killed} killed, ${survived.length} survived: ${score} %`)
  process.exitCode = survived.length === 0 ? 0 : 1
}
