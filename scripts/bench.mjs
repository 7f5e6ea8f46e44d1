#!/usr/bin/env node
// `npm run bench`: this node, Kubo where KUBO_BIN names one, and the limits of the browser, side by side in one run.
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { ensureInstall } from './install/ensure-install.mjs'

await ensureInstall(path.dirname(path.dirname(fileURLToPath(import.meta.url))), { log: console.log })
const { ensureChromium } = await import('./install/ensure-chromium.mjs')
process.env.CHROMIUM_PATH = await ensureChromium()
await import('../bench/run.mjs')
