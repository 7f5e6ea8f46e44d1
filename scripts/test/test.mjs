#!/usr/bin/env node
// `npm test`: installs missing dependencies, then runs type check, lint, unit and golden tests, and browser tests. Ends
// with slow, skipped and retried tests, and a summary.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { ensureBuild } from '../build/ensure-build.mjs'
import { ensureInstall } from '../install/ensure-install.mjs'
import { ROOT } from '../root.mjs'
import { CODE_CHECKS } from './code-checks.mjs'
import { e2eRows } from './summary/e2e-rows.mjs'
import { sumUp } from './summary/sum-up.mjs'

const REPORTS = path.join(ROOT, '.cache', 'reports')
process.chdir(ROOT)

/**
 * Niceness that gives other processes the CPU first and still leaves a share under full load: the waits have timeouts.
 */
const BEHIND = 5

/** @type {import('./summary/sum-up.mjs').Row[]} */
const rows = []

/**
 * Runs a script. Its output is shown as it arrives, or all at the end if other scripts run at the same time. `isLast`
 * lowers its CPU priority.
 */
async function runScript (title, args, { env = {}, atOnce = true, isLast = false } = {}) {
  const start = performance.now()
  const head = `\n== ${title}`
  if (atOnce) {
    console.log(head)
  }

  const child = spawn(process.execPath, args, {
    stdio: atOnce ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env }
  })
  if (isLast) {
    os.setPriority(child.pid, BEHIND)
  }
  const printed = atOnce ? [] : [child.stdout, child.stderr].map((stream) => text(stream))
  const [status] = await once(child, 'close')
  const ms = performance.now() - start

  if (!atOnce) {
    console.log([head, ...await Promise.all(printed)].filter((part) => part !== '').join('\n'))
  }
  console.log(`== ${title}: ${(ms / 1000).toFixed(0)} s`)
  return { ok: status === 0, ms }
}

/** Runs checks that count as one test each, all at once. */
async function runChecks (scripts) {
  await Promise.all(
    Object.entries(scripts).map(async ([title, args]) => {
      const { ok, ms } = await runScript(title, args, { atOnce: false })
      rows.push({ name: title, state: ok ? 'passed' : 'failed', ms })
    })
  )
}

/**
 * Runs a test runner that reports its tests. A run that exits with an error but without a failed test counts as failed,
 * and so does a run without tests.
 */
async function runSuite (title, args, env, read, options = {}) {
  const { ok } = await runScript(title, args, { env, ...options })
  let tests = []

  try {
    tests = read()
  } catch (err) {
    console.log(`${title}: no report (${err.message})`)
  }

  const count = (state) => tests.filter((test) => test.state === state).length
  if (ok ? count('passed') === 0 : count('failed') === 0) {
    tests.push({ name: `${title}, as a whole`, state: 'failed', ms: 0 })
  }
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

const { ensureChromium } = await import('../install/ensure-chromium.mjs')
let chromium

try {
  chromium = await ensureChromium()
} catch (err) {
  console.log(err.message)
}

rmSync(REPORTS, { recursive: true, force: true })
mkdirSync(REPORTS, { recursive: true })

// Builds for the browser tests early. If it fails, they build again and report the error.
const built = ensureBuild(ROOT, { log: () => {} }).catch(() => {})

const checked = runChecks({
  ...CODE_CHECKS,
  // The browser and unit tests need the other cores, and one thread needs less CPU time in all.
  'type check': [...CODE_CHECKS['type check'], '--singleThreaded']
})

// Unit and browser tests both wait at times for sockets, timers and browsers, so they run side by side. The browser
// tests take longest, so they start first and print as they run. The unit tests have two workers, so that no core is
// idle after the browser tests end. One process transforms the modules for both.
const units = runSuite(
  'unit and golden tests',
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=dot',
    '--reporter=./scripts/test/vitest/unit-reporter.mjs'
  ],
  { UNIT_REPORT: report('unit.json'), UNIT_WORKERS: process.env.UNIT_WORKERS ?? '2' },
  () => readReport('unit.json'),
  { atOnce: false, isLast: true }
)
await Promise.all([built, checked])

if (chromium == null) {
  rows.push({ name: 'browser tests: no Chromium', state: 'failed', ms: 0 })
} else {
  await runSuite('browser tests', ['node_modules/playwright/cli.js', 'test', '--config', 'e2e/playwright.config.ts'], {
    CHROMIUM_PATH: chromium,
    E2E_REPORT: report('e2e.json')
  }, () => e2eRows(readReport('e2e.json')))
}

await units

console.log(`\n${sumUp(rows).join('\n')}`)
process.exitCode = rows.some(({ state }) => state === 'failed') ? 1 : 0
