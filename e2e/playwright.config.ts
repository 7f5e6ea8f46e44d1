import { defineConfig } from 'playwright/test'
import { chromiumArgs, chromiumPath } from './fixtures/chromium.ts'

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // one at a time: the stories measure nothing, but a worker and its page want both cores of a small machine
  workers: 1,
  fullyParallel: false,
  // a second try is for machines that are shared, and asked for there; what needed one is named in the last line of `npm test`
  retries: Number(process.env.SWIPFS_TEST_RETRIES ?? 0),
  timeout: 90_000,
  // two busy cores: what a person waits for may take a while there
  expect: { timeout: 15_000 },
  globalSetup: './fixtures/build.ts',
  reporter: process.env.E2E_REPORT != null ? [['list'], ['json', { outputFile: process.env.E2E_REPORT }]] : [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1200, height: 900 },
    trace: 'off',
    launchOptions: { executablePath: chromiumPath(), args: chromiumArgs() }
  }
})
