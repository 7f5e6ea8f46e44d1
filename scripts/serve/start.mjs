#!/usr/bin/env node
// The entry point of `npm start`. It must also parse on a Node that is far too old, so it uses no syntax newer than
// dynamic import, and no `node:` imports.
import { tooOld } from './start/node-version.mjs'

const problem = tooOld(process.versions.node)

if (problem != null) {
  console.error(problem)
  process.exitCode = 1
} else {
  void import('./start/start-main.mjs').then(function (main) {
    return main.start(process.argv.slice(2), process.env)
  }).then(function (code) {
    process.exitCode = code
  })
}
