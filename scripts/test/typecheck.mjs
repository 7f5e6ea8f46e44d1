#!/usr/bin/env node
// `npm run typecheck`: checks the types of all code, and again of the code of each target with the globals that it has
// there: pages have `document`, workers and the edge do not, and none of them has Node's.
import process from 'node:process'
import { applyPatches } from '../install/apply-patches.mjs'
import { runTool } from '../run-tool.mjs'

const PROJECTS = [
  'tsconfig.json',
  'tsconfig.page.json',
  'tsconfig.worker.json',
  'sw/tsconfig.json',
  'tsconfig.edge.json'
]

// They change types too.
await applyPatches()

for (const project of PROJECTS) {
  const status = runTool('typescript/bin/tsc', ['--noEmit', '--project', project, ...process.argv.slice(2)])
  process.exitCode ||= status
}
