#!/usr/bin/env node
// `npm run check`: what a change has to pass before it is committed, in under a minute: format, types, lint, and the
// unit tests of the files that changed since BASE (main's merge base, or the argument). `npm test` runs everything.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { ROOT } from './run-tool.mjs'

const base = process.argv[2] ?? 'HEAD'

const CHECKS = {
  format: ['node_modules/dprint/bin.cjs', 'check'],
  'type check': ['scripts/typecheck.mjs'],
  lint: ['node_modules/oxlint/bin/oxlint', '-c', 'oxlint.config.js', '--type-aware', '.']
}

/** Runs a tool, and prints its output in one piece when it ends. */
async function check (title, [script, ...args]) {
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
for (const [title, args] of Object.entries(CHECKS)) {
  isGood = await check(title, args) && isGood
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
