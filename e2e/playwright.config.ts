import { defineConfig } from 'playwright/test'
import { launchOptions } from '../scripts/browser/launch-options.mjs'

// Read by Playwright when a worker process starts. Otherwise it listens to the network of each service worker, and
// receives every frame of its WebSockets.
process.env.PLAYWRIGHT_DISABLE_SERVICE_WORKER_NETWORK = '1'

/**
 * Stories that mostly wait: a browser stops a worker after a minute, or throttles a hidden tab. They take no CPU time
 * then, so two of them run at the same time as the others.
 */
const WAITING = [
  '**/e2e/storage/auto-gc.spec.ts',
  '**/e2e/peers/background.spec.ts',
  '**/e2e/other-browsers/kubo-rpc-client.spec.ts',
  '**/e2e/other-browsers/long-answers.spec.ts'
]
const WAITING_WORKERS = 2

// A test often waits for its browser: three at a time keep two cores busy. They are independent: each has a profile
// and a server of its own, or an origin.
const BUSY_WORKERS = Number(process.env.E2E_WORKERS ?? 3)

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  workers: BUSY_WORKERS + WAITING_WORKERS,
  projects: [
    { name: 'waiting', testMatch: WAITING, workers: WAITING_WORKERS },
    { name: 'busy', testIgnore: WAITING, workers: BUSY_WORKERS }
  ],
  fullyParallel: true,
  // Retries are for shared machines, on request. The last line of `npm test` names tests that needed one.
  retries: Number(process.env.SWIPFS_TEST_RETRIES ?? 0),
  // Timeouts for hanging tests, independent of speed: on two busy cores everything takes longer.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  globalSetup: './fixtures/build/build.ts',
  reporter: process.env.E2E_REPORT != null ? [['list'], ['json', { outputFile: process.env.E2E_REPORT }]] : [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1200, height: 900 },
    trace: 'off',
    launchOptions: launchOptions()
  }
})
