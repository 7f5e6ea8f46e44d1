// Figures of the app, with their limits: `npm run bench -- --page [--rounds N]`.
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { tsImport } from 'tsx/esm/api'
import { ensureBuild } from '../../scripts/build/ensure-build.mjs'
import { printTable } from '../tools/print-table.mjs'

const { values: options } = parseArgs({
  options: { page: { type: 'boolean' }, rounds: { type: 'string', default: '3' } },
  args: process.argv.slice(2)
})

await ensureBuild(fileURLToPath(new URL('../..', import.meta.url)))
const { measurePage } = await tsImport('./measure-page.ts', import.meta.url)
const figures = await measurePage(fileURLToPath(new URL('../../dist', import.meta.url)), Number(options.rounds))
printTable(
  ['', 'unit', 'figure', 'limit', ''],
  figures.map(({ name, unit, value, limit, isMinimum }) => {
    const isKept = isMinimum ? value >= limit : value <= limit
    return [name, unit, value.toFixed(0), `${isMinimum ? '≥' : '≤'} ${limit}`, isKept ? '' : 'past its limit']
  })
)
