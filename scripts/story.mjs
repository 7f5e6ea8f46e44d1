#!/usr/bin/env node
// `npm run story -- 'a person adds'`: plays the browser stories whose names contain the text; `--headed` and others go to Playwright.
import process from 'node:process'
import { ensureChromium } from './install/ensure-chromium.mjs'
import { runTool } from './run-tool.mjs'

const [name, ...rest] = process.argv.slice(2)
process.env.CHROMIUM_PATH = await ensureChromium()
process.exitCode = runTool('playwright/cli.js', ['test', '--config', 'e2e/playwright.config.ts', ...(name == null ? [] : ['-g', name]), ...rest])
