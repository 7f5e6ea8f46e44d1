#!/usr/bin/env node
// `npm test`: installs what is missing, then type check, lint, unit and golden tests, browser stories; ends with the sum.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { ensureInstall } from './install/ensure-install.mjs'

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const REPORTS = path.join(ROOT, '.cache', 'reports')
process.chdir(ROOT)

const sum = { passed: 0, failed: 0, skipped: 0 }

function run (title, args, env = {}) {
  console.log(`\n== ${title}`)
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  return status === 0
}

/** A check that is one test: it passes or it does not. */
function check (title, args) {
  sum[run(title, args) ? 'passed' : 'failed']++
}

/** A runner that counts its tests; one that ends badly without a failed test has failed as a whole. */
function suite (title, args, env, count) {
  const ok = run(title, args, env)
  let counted = { passed: 0, failed: 0, skipped: 0 }

  try {
    counted = count()
  } catch (err) {
    console.log(`${title}: no report (${err.message})`)
  }

  if (!ok && counted.failed === 0) counted.failed = 1
  if (ok && counted.passed === 0) counted.failed++

  for (const key of Object.keys(sum)) sum[key] += counted[key]
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

check('type check', ['node_modules/typescript/bin/tsc', '--noEmit'])
check('lint', ['node_modules/eslint/bin/eslint.js', '.'])

suite('unit and golden tests', ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', '--reporter=json', `--outputFile=${report('unit.json')}`], {}, () => {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = readReport('unit.json')
  // a file that does not load has no tests of its own
  const broken = testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed')).length
  return { passed: numPassedTests, failed: numFailedTests + broken, skipped: numPendingTests + numTodoTests }
})

if (chromium == null) {
  console.log('\n== browser tests: no Chromium')
  sum.failed++
} else {
  suite('browser tests', ['node_modules/playwright/cli.js', 'test', '--config', 'e2e/playwright.config.ts'], { CHROMIUM_PATH: chromium, E2E_REPORT: report('e2e.json') }, () => {
    const { stats } = readReport('e2e.json')
    if (stats.flaky > 0) console.log(`\n${stats.flaky} browser tests passed only at the second try (named above as flaky).`)
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }
  })
}

console.log(`\n${sum.passed} passed, ${sum.failed} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''}`)
process.exitCode = sum.failed > 0 ? 1 : 0
