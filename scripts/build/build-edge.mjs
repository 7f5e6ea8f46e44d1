#!/usr/bin/env node
// Bundles the node for the edge into dist-edge/, which `npm run deploy:edge` deploys. Installs missing dependencies
// first.
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ensureInstall } from '../install/ensure-install.mjs'
import { ROOT } from '../root.mjs'

const OUT = path.join(ROOT, 'dist-edge')

await ensureInstall(ROOT)
const { bundleEdge } = await import('./edge/bundle-edge.mjs')
const code = await bundleEdge({ root: ROOT, entry: path.join(ROOT, 'edge', 'worker.ts'), minify: true })
await mkdir(OUT, { recursive: true })
await writeFile(path.join(OUT, 'worker.js'), code)
console.log(`Built dist-edge/worker.js, ${(code.length / 1024).toFixed(0)} KiB`)
