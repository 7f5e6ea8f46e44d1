#!/usr/bin/env node
// `npm run size`: builds if needed, prints the brotli transfer size of each budgeted file, and fails if a budget is
// exceeded.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { ensureBuild } from './build/ensure-build.mjs'
import { transferSize } from './size/transfer-size.mjs'

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`

await ensureBuild(ROOT, { log: console.log })
const budgets = JSON.parse(await readFile(path.join(ROOT, 'budgets.json'), 'utf8'))

for (const [name, { files, brotliBytes }] of Object.entries(budgets)) {
  const sizes = await Promise.all(
    files.map(async (file) => transferSize(await readFile(path.join(ROOT, 'dist', file))))
  )
  const total = sizes.reduce((sum, size) => sum + size, 0)

  files.forEach((file, i) => console.log(`${name}\t${file}\t${kilobytes(sizes[i])}`))
  console.log(`${name}\ttotal\t${kilobytes(total)} of ${kilobytes(brotliBytes)}`)
  if (total > brotliBytes) {
    process.exitCode = 1
  }
}
