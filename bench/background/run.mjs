// A node in a background tab, observed from outside: `npm run bench -- --background [--minutes N] [--peer
// websocket|browser] [--every SECONDS] [--headed] [--dist DIR]`.
//
// Default: 60 minutes with a second browser. --headed needs a display, such as that of `xvfb-run`.
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { tsImport } from 'tsx/esm/api'
import { build } from '../../scripts/build/build.mjs'

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    background: { type: 'boolean' },
    peer: { type: 'string', default: 'browser' },
    every: { type: 'string', default: '5' },
    arg: { type: 'string', multiple: true, default: [] },
    headed: { type: 'boolean', default: false },
    dist: { type: 'string' }
  }
})

if (options.dist == null) {
  await build({ quiet: true })
}
const { openBackgroundNode } = await tsImport('./background-node.ts', import.meta.url)
const { watchBackground } = await tsImport('./watch-background.ts', import.meta.url)
const node = await openBackgroundNode({
  dist: options.dist ?? fileURLToPath(new URL('../../dist', import.meta.url)),
  peer: options.peer,
  args: options.arg,
  isHeaded: options.headed
})

try {
  await node.hide()
  console.log(`in the background since ${new Date().toISOString()}`)
  const report = await watchBackground(node, {
    forMs: Number(options.minutes) * 60_000,
    everyMs: Number(options.every) * 1000,
    told: console.log
  })
  console.log(JSON.stringify(report))
  process.exitCode = report.peerGone + report.relayGone > 0 ? 1 : 0
} finally {
  await node.close()
}
