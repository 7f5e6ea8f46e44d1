import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongFirst } from './scripts/test/long-first.ts'

/** Test files that change process-wide state, and therefore run in a process of their own. */
const ALONE = [
  'scripts/**/*.test.ts',
  'edge/**/*.test.ts',
  'src/store/**/*.test.ts',
  'src/client/**/*.test.ts',
  'src/testing/**/*.test.ts',
  'src/gateway/port/**/*.test.ts',
  'sw/**/{command-ports,disk-full,site-ports,wait-until-idle}.test.ts',
  'src/pins/**/{kill,legacy-pins,pin-index,session-kill,session-model}.test.ts',
  'src/node-adapter/http/{let-pass,server}.test.ts',
  'src/libp2p/dht/kad-dht.test.ts',
  'src/commands/remote-blocks.test.ts',
  'src/unixfs/read/file/file-blob.test.ts'
]

export default defineConfig({
  test: {
    passWithNoTests: false,
    projects: [
      { extends: true, test: { name: 'alone', include: ALONE } },
      // The other files share their imports: half of their time was loading the same modules again.
      {
        extends: true,
        test: { name: 'shared', include: ['src/**/*.test.ts', 'sw/**/*.test.ts'], exclude: ALONE, isolate: false }
      }
    ],
    environment: 'node',
    // The tests wait for sockets and files half of the time, so one worker per core would leave the cores half idle. In
    // `npm test` the browsers use that time.
    maxWorkers: Number(process.env.UNIT_WORKERS ?? Math.max(4, availableParallelism() * 2)),
    // Ends hanging tests. The longest ones are slow on a busy machine.
    testTimeout: 120_000,
    // Retries for shared machines, as for the browser tests (e2e/playwright.config.ts). The last line of `npm test`
    // reports them.
    retry: Number(process.env.SWIPFS_TEST_RETRIES ?? 0),
    hookTimeout: 120_000,
    // The default of one second is too short for some polled events. `vi.waitFor` has no such setting.
    expect: { poll: { timeout: 30_000 } },
    sequence: { sequencer: LongFirst },
    setupFiles: ['scripts/test/patient.ts'],
    // The public compliance suites of blockstores and datastores import their assertions from a build tool that is not
    // needed here.
    alias: { 'aegir/chai': new URL('./src/testing/aegir-chai.ts', import.meta.url).pathname },
    server: { deps: { inline: [/interface-(block|data)store-tests/] } }
  }
})
