#!/usr/bin/env node
// `npm test`: installs what is missing, then type check, lint, unit and golden tests, browser stories; ends with what was slow, skipped and retried, and the sum.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { ensureBuild } from './build/ensure-build.mjs'
import { ensureInstall } from './install/ensure-install.mjs'
import { e2eRows } from './test/e2e-rows.mjs'
import { sumUp } from './test/sum-up.mjs'

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const REPORTS = path.join(ROOT, '.cache', 'reports')
process.chdir(ROOT)

/** A priority (nice) that leaves others the processor first, and still has a share of it where they want all: what waits for something has limits. */
const BEHIND = 5

/** @type {import('./test/sum-up.mjs').Row[]} */
const rows = []

/** Runs a script; what it prints is shown as it comes, or all at its end where others run beside it. `isLast`: the others have the processor first. */
async function run (title, args, { env = {}, atOnce = true, isLast = false } = {}) {
  const start = performance.now()
  const head = `\n== ${title}`
  if (atOnce) console.log(head)

  const child = spawn(process.execPath, args, { stdio: atOnce ? 'inherit' : ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  if (isLast) os.setPriority(child.pid, BEHIND)
  const printed = atOnce ? [] : [child.stdout, child.stderr].map((stream) => text(stream))
  const [status] = await once(child, 'close')
  const ms = performance.now() - start

  if (!atOnce) console.log([head, ...await Promise.all(printed)].filter((part) => part !== '').join('\n'))
  console.log(`== ${title}: ${(ms / 1000).toFixed(0)} s`)
  return { ok: status === 0, ms }
}

/** Checks that are one test each: it passes or it does not. All run at once. */
async function checks (scripts) {
  await Promise.all(Object.entries(scripts).map(async ([title, args]) => {
    const { ok, ms } = await run(title, args, { atOnce: false })
    rows.push({ name: title, state: ok ? 'passed' : 'failed', ms })
  }))
}

/** A runner that reports its tests; one that ends badly without a failed test has failed as a whole, and so has one that ran none. */
async function suite (title, args, env, read, options = {}) {
  const { ok } = await run(title, args, { env, ...options })
  let tests = []

  try {
    tests = read()
  } catch (err) {
    console.log(`${title}: no report (${err.message})`)
  }

  const count = (state) => tests.filter((test) => test.state === state).length
  if (ok ? count('passed') === 0 : count('failed') === 0) tests.push({ name: `${title}, as a whole`, state: 'failed', ms: 0 })
  rows.push(...tests)
}

const report = (name) => path.join(REPORTS, name)
const readReport = (name) => JSON.parse(readFileSync(report(name), 'utf8'))

try {
  await ensureInstall(ROOT, { log: console.log })
} catch (err) {
  console.log(`${err.message}\n\n0 passed, 1 failed`)
  process.exit(1)
}

const { ensureChromium } = await import('./install/ensure-chromium.mjs')
let chromium

try {
  chromium = await ensureChromium()
} catch (err) {
  console.log(err.message)
}

rmSync(REPORTS, { recursive: true, force: true })
mkdirSync(REPORTS, { recursive: true })

// for the browser tests, which make it themselves, and say why, where that fails
const built = ensureBuild(ROOT, { log: () => {} }).catch(() => {})

const checked = checks({
  // the compiler that is a program of the machine: with one thread a fifth of the work of `typescript`, which is there for its API
  'type check': ['node_modules/typescript-native/bin/tsc', '--noEmit', '--singleThreaded'],
  lint: ['node_modules/oxlint/bin/oxlint', '-c', 'oxlint.config.js', '.']
})

// both wait now and then, for sockets, timers and browsers: one beside the other, one's work is done while the other waits. The stories are shown as they
// come, since they take longest, and go first, or browsers would wait for the others as much as for what they are asked; these are two halves, so that
// no core is idle when the stories are done
const half = (n) => suite(`unit and golden tests, ${n} of 2`, ['node_modules/vitest/vitest.mjs', 'run', `--shard=${n}/2`, '--reporter=dot', '--reporter=./scripts/test/unit-reporter.mjs'], { UNIT_REPORT: report(`unit-${n}.json`), UNIT_WORKERS: process.env.UNIT_WORKERS ?? '1' }, () => readReport(`unit-${n}.json`), { atOnce: false, isLast: true })
const units = Promise.all([half(1), half(2)])
await Promise.all([built, checked])

if (chromium == null) {
  rows.push({ name: 'browser tests: no Chromium', state: 'failed', ms: 0 })
} else {
  await suite('browser tests', ['node_modules/playwright/cli.js', 'test', '--config', 'e2e/playwright.config.ts'], { CHROMIUM_PATH: chromium, E2E_REPORT: report('e2e.json') }, () => e2eRows(readReport('e2e.json')))
}

await units

console.log(`\n${sumUp(rows).join('\n')}`)
process.exitCode = rows.some(({ state }) => state === 'failed') ? 1 : 0
