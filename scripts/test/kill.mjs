#!/usr/bin/env node
// `npm run kill -- --rounds 200 [--seed N] [--cut] [--kill worker,renderer,browser]`: kills a node in Chromium at
// random moments and reports lost data. `--edge` does it with the node of `serve:edge`, and `--node` with `swipfs serve
// --repo`; see e2e/kill. Installs and builds first if necessary.
import { spawn } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import { ensureBuild } from '../build/ensure-build.mjs'
import { ensureInstall } from '../install/ensure-install.mjs'
import { ROOT } from '../root.mjs'

await ensureInstall(ROOT)
const env = { ...process.env }

if (!['--edge', '--node'].some((option) => process.argv.includes(option))) {
  const { ensureChromium } = await import('../install/ensure-chromium.mjs')
  env.CHROMIUM_PATH = await ensureChromium()
  await ensureBuild(ROOT)
}

const entry = path.join(ROOT, 'e2e', 'kill', 'main.ts')
const child = spawn(process.execPath, ['--import', 'tsx', entry, ...process.argv.slice(2)], {
  stdio: 'inherit',
  cwd: ROOT,
  env
})

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => child.kill(signal))
}

child.on('exit', (code) => {
  process.exit(code ?? 1)
})
