import { defineConfig } from 'playwright/test'
import { launchOptions } from '../scripts/browser/launch-options.mjs'

// Playwright reads it when a worker begins: else it listens to the network of each, and every frame of its WebSockets comes here too
process.env.PLAYWRIGHT_DISABLE_SERVICE_WORKER_NETWORK = '1'

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // a story mostly waits for its browser: three at a time keep two cores busy. None knows of another: each has a profile and a
  // server of its own, or an origin
  workers: Number(process.env.E2E_WORKERS ?? 3),
  fullyParallel: true,
  // a second try is for machines that are shared, and asked for there; what needed one is named in the last line of `npm test`
  retries: Number(process.env.SWIPFS_TEST_RETRIES ?? 0),
  // these end what hangs, and say nothing about speed: on two busy cores all takes a while
  timeout: 180_000,
  expect: { timeout: 30_000 },
  globalSetup: './fixtures/build.ts',
  reporter: process.env.E2E_REPORT != null ? [['list'], ['json', { outputFile: process.env.E2E_REPORT }]] : [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1200, height: 900 },
    trace: 'off',
    launchOptions: launchOptions()
  }
})
