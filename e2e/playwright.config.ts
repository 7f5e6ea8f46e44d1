import { defineConfig } from 'playwright/test'
import { launchOptions } from '../scripts/browser/launch-options.mjs'

// Read by Playwright when a worker process starts. Otherwise it listens to the network of each service worker, and
// receives every frame of its WebSockets.
process.env.PLAYWRIGHT_DISABLE_SERVICE_WORKER_NETWORK = '1'

/**
 * Stories that mostly wait: a browser stops a worker after a minute, or throttles a hidden tab; a peer is away, or
 * gives up. They take no CPU time then, so two of them run at the same time as the others.
 */
const WAITING = [
  'files/killed-backup',
  'files/share',
  'other-browsers/kubo-rpc-client',
  'other-browsers/long-answers',
  'peers/background',
  'peers/find-each-other',
  'peers/hostile-peers',
  'peers/swarm',
  'storage/auto-gc'
].map(storyFile)
const WAITING_WORKERS = 2

/**
 * Stories of the page itself and of the node's answers, which need the engine alone. They run in the headless shell if
 * it is installed, which takes a third less CPU time. All others run in the full browser (docs/testing.md says why).
 */
const ENGINE_ALONE = [
  'app/accessibility',
  'app/developer-mode',
  'app/every-state',
  'app/languages',
  'app/look',
  'app/settings',
  'app/status',
  'files/pinned',
  'storage/golden'
].map(storyFile)

// A test often waits for its browser: three at a time keep two cores busy. They are independent: each has a profile
// and a server of its own, or an origin.
const BUSY_WORKERS = Number(process.env.E2E_WORKERS ?? 3)

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  workers: BUSY_WORKERS + WAITING_WORKERS,
  projects: [
    { name: 'waiting', testMatch: WAITING, workers: WAITING_WORKERS },
    {
      name: 'engine',
      testMatch: ENGINE_ALONE,
      workers: BUSY_WORKERS,
      use: { launchOptions: launchOptions({ shell: true }) }
    },
    { name: 'busy', testIgnore: [...WAITING, ...ENGINE_ALONE], workers: BUSY_WORKERS }
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

function storyFile (name: string): string {
  return `**/e2e/${name}.spec.ts`
}
