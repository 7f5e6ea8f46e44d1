import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongFirst } from './scripts/test/long-first.ts'

/** Files that change what all files of a process share: they get one of their own. */
const ALONE = [
  'scripts/**/*.test.ts', 'edge/**/*.test.ts', 'src/store/**/*.test.ts', 'src/client/**/*.test.ts', 'src/testing/**/*.test.ts', 'src/gateway/port/**/*.test.ts',
  'sw/{command-ports,room,site-ports,when-idle}.test.ts', 'src/pins/{kill,old-pins,pin-index,session-kill,session-model}.test.ts', 'src/node-adapter/{let-pass,server}.test.ts',
  'src/libp2p/dht/kad-dht.test.ts', 'src/commands/remote-blocks.test.ts', 'src/unixfs/read/file-blob.test.ts'
]

export default defineConfig({
  test: {
    passWithNoTests: false,
    projects: [
      { extends: true, test: { name: 'alone', include: ALONE } },
      // the others share what they import: half of their time was reading the same modules again
      { extends: true, test: { name: 'shared', include: ['src/**/*.test.ts', 'sw/**/*.test.ts'], exclude: ALONE, isolate: false } }
    ],
    environment: 'node',
    // half of the time of these tests is waiting for sockets and files: with a worker a core the cores are idle for half of it. In `npm test` the browsers
    // have work for them meanwhile
    maxWorkers: Number(process.env.UNIT_WORKERS ?? Math.max(4, availableParallelism() * 2)),
    // ends what hangs; on a busy machine the longest take their time
    testTimeout: 120_000,
    // as with the stories (e2e/playwright.config.ts): for machines that are shared, asked for there, and named in the last line of `npm test`
    retry: Number(process.env.SWIPFS_TEST_RETRIES ?? 0),
    hookTimeout: 120_000,
    // the second that a poll waits by itself is what some of the things waited for take; `vi.waitFor` has no setting for it
    expect: { poll: { timeout: 30_000 } },
    sequence: { sequencer: LongFirst },
    setupFiles: ['scripts/test/patient.ts'],
    // the public compliance suites of blockstores and datastores take their assertions from a build tool that is not needed here
    alias: { 'aegir/chai': new URL('./src/testing/aegir-chai.ts', import.meta.url).pathname },
    server: { deps: { inline: [/interface-(block|data)store-tests/] } }
  }
})
