#!/usr/bin/env node
// `npm run golden -- 'pin/ls'`: replays the recorded scenarios of groups with this text in their names; without a text,
// all of them. `newer/cid` names a group of a newer Kubo.
// `KUBO_BIN=… npm run golden -- --record 0.43.1 cid`: records the answers of such a group.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import { ROOT } from '../root.mjs'
import { runTool } from '../run-tool.mjs'

const [first = '', ...others] = process.argv.slice(2)

process.exitCode = first === '--record' ? record(others) : replay(first, others)

function record (args) {
  const entry = path.join(ROOT, 'src/testing/golden-record/record-golden.ts')
  return spawnSync(process.execPath, ['--import', 'tsx', entry, ...args], { cwd: ROOT, stdio: 'inherit' }).status ?? 1
}

function replay (wanted, args) {
  const [, group = '', scenario = ''] = /^((?:newer\/)?[^/]*)\/?(.*)$/.exec(wanted) ?? []
  const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

  return runTool('vitest/vitest.mjs', [
    'run',
    'src/testing/replay/golden.test.ts',
    ...(group === '' ? [] : ['-t', `^golden ${escape(group)} .*${escape(scenario)}`]),
    ...args
  ])
}
