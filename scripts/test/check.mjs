#!/usr/bin/env node
// `npm run check`: what a change has to pass before it is committed, in under a minute: format, types, lint, and the
// unit tests that depend on files changed since BASE, the argument (HEAD by default). `npm test` runs everything.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { ROOT } from '../root.mjs'
import { CODE_CHECKS } from './code-checks.mjs'

const base = process.argv[2] ?? 'HEAD'

/** Runs a tool, and prints its output in one piece when it ends. */
async function runCheck (title, [script, ...args]) {
  const start = performance.now()
  const child = spawn(process.execPath, [script, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const printed = [child.stdout, child.stderr].map((stream) => text(stream))
  const [status] = await once(child, 'close')
  const seconds = ((performance.now() - start) / 1000).toFixed(1)

  if (status === 0) {
    console.log(`== ${title}: passed, ${seconds} s`)
  } else {
    console.log(`== ${title}: failed, ${seconds} s\n${(await Promise.all(printed)).join('')}`)
  }
  return status === 0
}

let isGood = true
for (const [title, args] of Object.entries(CODE_CHECKS)) {
  isGood = await runCheck(title, args) && isGood
}

console.log(`== unit tests of what changed since ${base}`)
const { status } = spawnSync(process.execPath, [
  'node_modules/vitest/vitest.mjs',
  'run',
  `--changed=${base}`,
  '--passWithNoTests',
  '--reporter=dot'
], { cwd: ROOT, stdio: 'inherit' })

process.exitCode = isGood && status === 0 ? 0 : 1
