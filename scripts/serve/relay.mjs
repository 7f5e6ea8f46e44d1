#!/usr/bin/env node
// `npm run relay`: runs your own relay and router, by which nodes in browsers find each other; see src/relay. Installs
// missing dependencies first.
import path from 'node:path'
import process from 'node:process'
import { ensureInstall } from '../install/ensure-install.mjs'
import { ROOT } from '../root.mjs'
import { startRelay } from './start-relay.mjs'

await ensureInstall(ROOT, {
  log: (line) => {
    process.stderr.write(`${line}\n`)
  }
})

const args = process.argv.slice(2)
const identity = args.some((arg) => arg.startsWith('--identity'))
  ? []
  : ['--identity', path.join(ROOT, '.cache', 'relay-identity')]

try {
  const relay = await startRelay([...identity, ...args])
  console.log(`\n  The relay has the addresses\n${relay.relays.map((address) => `    ${address}`).join('\n')}\n`)
  console.log(`  Pages read them from /relay.json at port ${relay.httpPort}. Press Ctrl+C to stop.`)

  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      void relay.stop()
    })
  }

  void relay.ended.then((code) => {
    process.exit(code)
  })
} catch (err) {
  process.stderr.write(err.message)
  process.exitCode = 1
}
