import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from 'playwright'
import { launchOptions } from '../../scripts/browser/launch-options.mjs'
import { storeBench } from './store-bench.mjs'
import { storeTable } from './store-table.mjs'

/**
 * `node bench/store/run.mjs [--quick] [--only comparison|manySmall]` measures only the blockstores and prints a table.
 */
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined
const profile = await mkdtemp(path.join(tmpdir(), 'swipfs-store-bench-'))

// A profile on disk: a private profile keeps its databases in memory.
const context = await chromium.launchPersistentContext(
  profile,
  launchOptions({ args: ['--enable-precise-memory-info'] })
)

try {
  const rows = await storeBench(context, { quick: process.argv.includes('--quick'), only })
  const table = storeTable(rows)
  const widths = table[0].map((_, column) => Math.max(...table.map((line) => line[column].length)))

  console.log(`${cpus().length} cores (${cpus()[0].model}), Chromium ${context.browser()?.version() ?? ''}\n`)
  table.forEach((line) => {
    console.log(line.map((cell, i) => i < 3 ? cell.padEnd(widths[i]) : cell.padStart(widths[i])).join('  ').trimEnd())
  })
} finally {
  await context.close()
  await rm(profile, { recursive: true, force: true })
}
