#!/usr/bin/env node
// `npm run golden -- 'pin/ls'`: replays the recorded scenarios of groups with this text in their names; without a text,
// all of them.
import process from 'node:process'
import { runTool } from './run-tool.mjs'

const [, group = '', scenario = ''] = /^([^/]*)\/?(.*)$/.exec(process.argv[2] ?? '') ?? []
const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

process.exitCode = runTool('vitest/vitest.mjs', [
  'run',
  'src/testing/golden.test.ts',
  ...(group === '' ? [] : ['-t', `^golden ${escape(group)} .*${escape(scenario)}`]),
  ...process.argv.slice(3)
])
