#!/usr/bin/env node
// `npm run story -- 'adds a file'`: runs the browser tests with this text in their titles. `--headed` and other options
// are passed to Playwright.
import process from 'node:process'
import { ensureChromium } from '../install/ensure-chromium.mjs'
import { runTool } from '../run-tool.mjs'

const [name, ...rest] = process.argv.slice(2)
process.env.CHROMIUM_PATH = await ensureChromium()
process.exitCode = runTool('playwright/cli.js', [
  'test',
  '--config',
  'e2e/playwright.config.ts',
  ...(name == null ? [] : ['-g', name]),
  ...rest
])
