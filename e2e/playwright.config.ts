import { defineConfig } from 'playwright/test'
import { launchOptions } from '../scripts/browser/launch-options.mjs'

// Read by Playwright when a worker process starts. Otherwise it listens to the network of each service worker, and
// receives every frame of its WebSockets.
process.env.PLAYWRIGHT_DISABLE_SERVICE_WORKER_NETWORK = '1'

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // A test mostly waits for its browser: three at a time keep two cores busy. They are independent: each has a profile
  // and a server of its own, or an origin.
  workers: Number(process.env.E2E_WORKERS ?? 3),
  fullyParallel: true,
  // Retries are for shared machines, on request. The last line of `npm test` names tests that needed one.
  retries: Number(process.env.SWIPFS_TEST_RETRIES ?? 0),
  // Timeouts for hanging tests, independent of speed: on two busy cores everything takes longer.
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
