#!/usr/bin/env node
// `npm run size [-- --no-start]`: builds if needed, and prints the brotli transfer size of each budgeted file, a table
// by module, and the CPU time of evaluating the worker's scripts at a start (needs a Chromium; --no-start leaves it
// out). Fails if a budget is exceeded.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { tsImport } from 'tsx/esm/api'
import { medianOf } from '../../bench/tools/median-of.mjs'
import { ensureBuild } from '../build/ensure-build.mjs'
import { shellUrls } from '../build/site/shell-urls.mjs'
import { ROOT } from '../root.mjs'
import { firstVisitFiles } from './size/first-visit-files.mjs'
import { moduleSizes } from './size/module-sizes.mjs'
import { transferSize } from './size/transfer-size.mjs'

const DIST = path.join(ROOT, 'dist')

/** Number of lines of the table by module. */
const MODULES = 40

/** Number of starts that are measured. */
const ROUNDS = 9

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`

await ensureBuild(ROOT, { log: console.log })
const budgets = JSON.parse(await readFile(path.join(ROOT, 'budgets.json'), 'utf8'))

const { page, content } = await firstVisitFiles(DIST)
await checkTransfer('worker', budgets.worker.files, budgets.worker.brotliBytes)
await checkTransfer('own origin', budgets.ownOrigin.files, budgets.ownOrigin.brotliBytes)
await checkTransfer('page', page, budgets.page.brotliBytes)
await checkTransfer('content', content, budgets.content.brotliBytes)
await checkFirstVisit(budgets.firstVisit)
await printModules([...budgets.worker.files, ...budgets.ownOrigin.files])

if (!process.argv.includes('--no-start')) {
  await checkStart(budgets.start)
}

async function checkTransfer (name, files, limit) {
  const sizes = await transferSizes(files)

  files.forEach((file, i) => console.log(`${name}\t${file}\t${kilobytes(sizes[i])}`))
  checkTotal(name, sum(sizes), limit)
}

/**
 * Checks what a first visit loads for the page with its content, and for a worker without peers. Prints the shell's
 * other files too, which the worker caches for offline use while it is installed; the budget leaves them out.
 */
async function checkFirstVisit ({ scripts, brotliBytes }) {
  const pageFiles = [...page, ...content]
  const loaded = [sum(await transferSizes(pageFiles)), sum(await transferSizes(scripts))]
  const others = (await shellUrls(DIST)).map((url) => url === '/' ? 'index.html' : url.slice(1)).filter((file) =>
    !pageFiles.includes(file)
  )

  console.log(`first visit\tpage, content\t${kilobytes(loaded[0])}`)
  console.log(`first visit\t${scripts.join(', ')}\t${kilobytes(loaded[1])}`)
  console.log(`first visit\tnot counted: other files for offline use\t${kilobytes(sum(await transferSizes(others)))}`)
  checkTotal('first visit', sum(loaded), brotliBytes)
}

async function transferSizes (files) {
  return await Promise.all(files.map(async (file) => transferSize(await readFile(path.join(DIST, file)))))
}

function checkTotal (name, total, limit) {
  console.log(`${name}\ttotal\t${kilobytes(total)} of ${kilobytes(limit)} brotli\n`)
  if (total > limit) {
    process.exitCode = 1
  }
}

function sum (sizes) {
  return sizes.reduce((total, size) => total + size, 0)
}

async function printModules (files) {
  const byFile = await Promise.all(files.map(async (file) =>
    moduleSizes(
      await readFile(path.join(DIST, file), 'utf8'),
      await readFile(path.join(DIST, `${file}.map`), 'utf8')
    )
  ))
  const total = (name) => byFile.reduce((sum, sizes) => sum + (sizes.get(name) ?? 0), 0)
  const names = [...new Set(byFile.flatMap((sizes) => [...sizes.keys()]))].sort((a, b) => total(b) - total(a))

  console.log(['minified kB', ...files].join('\t'))
  for (const name of names.slice(0, MODULES)) {
    console.log([name, ...byFile.map((sizes) => ((sizes.get(name) ?? 0) / 1000).toFixed(1))].join('\t'))
  }
  console.log('')
}

/** Compares medians. The limit has a margin, because CPU times move with the load of the machine. */
async function checkStart ({ evaluationCpuMs, noiseMargin }) {
  const { ensureChromium } = await import('../install/ensure-chromium.mjs')
  process.env.CHROMIUM_PATH ||= await ensureChromium()
  const { measureStart } = await tsImport('../../bench/start/measure-start.ts', import.meta.url)
  const { startTable } = await tsImport('../../bench/start/start-table.ts', import.meta.url)
  const costs = await measureStart(DIST, ROUNDS)
  const starts = costs['pinned page']
  const evaluation = medianOf(starts.map((start) => start.evaluation))
  const scripts = [...new Set(starts.flatMap((start) => start.scripts))]

  console.log(startTable(costs).join('\n'))
  console.log(
    `start\tevaluation\t${evaluation.toFixed(1)} ms CPU of ${evaluationCpuMs} ms (fails above ${
      (evaluationCpuMs * noiseMargin).toFixed(1)
    } ms)`
  )
  if (evaluation > evaluationCpuMs * noiseMargin) {
    process.exitCode = 1
  }
  if (scripts.join() !== 'sw.js') {
    console.log(`a pinned page needs ${scripts.join(', ')}: only sw.js is expected`)
    process.exitCode = 1
  }
}
