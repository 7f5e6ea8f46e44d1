// Cold starts of the worker: `npm run bench -- --start [--rounds N] [--dist DIR]`.
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { tsImport } from 'tsx/esm/api'
import { ensureBuild } from '../../scripts/build/ensure-build.mjs'

const { values: options } = parseArgs({
  options: { start: { type: 'boolean' }, rounds: { type: 'string', default: '9' }, dist: { type: 'string' } },
  args: process.argv.slice(2)
})

if (options.dist == null) {
  await ensureBuild(fileURLToPath(new URL('../..', import.meta.url)))
}
const { measureStart } = await tsImport('./measure-start.ts', import.meta.url)
const { startTable } = await tsImport('./start-table.ts', import.meta.url)
const costs = await measureStart(
  options.dist ?? fileURLToPath(new URL('../../dist', import.meta.url)),
  Number(options.rounds)
)
console.log(startTable(costs).join('\n'))
