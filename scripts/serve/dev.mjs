#!/usr/bin/env node
// `npm run dev`: serves the page, the worker and the Node adapter. Rebuilds and reloads them when a file changes.
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { ensureInstall } from '../install/ensure-install.mjs'
import { ROOT } from '../root.mjs'
import { onChange } from './dev/on-change.mjs'

/** Separate from dist/, which `npm start` continues to serve. */
const OUT = path.join(ROOT, '.cache', 'dev')
const WATCHED = [
  'src',
  'sw',
  'public',
  'index.html',
  'bootstrap.html',
  'home-frame.html',
  'bridge.html',
  'vite.config.ts',
  'vite.config.sw.ts'
]

const { values: { port, 'rpc-port': rpcPort, 'gateway-port': gatewayPort } } = parseArgs({
  options: {
    port: { type: 'string', default: '4173' },
    'rpc-port': { type: 'string', default: '5101' },
    'gateway-port': { type: 'string', default: '8101' }
  }
})

await ensureInstall(ROOT, { log: console.log })

// Imported only after the dependencies are installed.
const { build } = await import('../build/build.mjs')
const { startStaticServer } = await import('./static-server/static-server.mjs')

async function rebuild () {
  const begin = performance.now()

  try {
    const { version } = await build({ outDir: OUT, dev: true, quiet: true })
    console.log(`Built ${version} in ${((performance.now() - begin) / 1000).toFixed(1)} s`)
  } catch (err) {
    console.error(`${err.message}\nThe page stays as it was.`)
  }
}

await rebuild()
const server = await startStaticServer({ root: OUT, port: Number(port) })
const tsx = path.join(ROOT, 'node_modules', 'tsx', 'dist', 'cli.mjs')
const node = spawn(process.execPath, [
  tsx,
  'watch',
  '--clear-screen=false',
  'cli/main.ts',
  'serve',
  '--rpc-port',
  rpcPort,
  '--gateway-port',
  gatewayPort
], { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] })

console.log(
  `\n  page and worker  http://node.localhost:${server.port}/\n  the Node adapter tells its addresses below, each time it is started\n\nOpen pages load themselves anew after a change. Ctrl+C stops it.\n`
)

const changed = onChange(rebuild)
const watchers = WATCHED.map((name) =>
  watch(path.join(ROOT, name), { recursive: true }, (_event, file) => {
    if (!/\.test\.tsx?$|(^|\/)golden(-newer)?\//.test(file ?? '')) {
      changed()
    }
  })
)

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    watchers.forEach((watcher) => {
      watcher.close()
    })
    node.kill('SIGTERM')
    void server.close().then(() => {
      process.exit(0)
    })
  })
}
