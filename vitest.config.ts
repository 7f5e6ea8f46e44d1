import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { applyPatches } from './scripts/install/apply-patches.mjs'
import { LongFirst } from './scripts/test/vitest/long-first.ts'
import { replacesGlobals } from './scripts/test/vitest/replaces-globals.ts'

/** Test files that start servers and builds. Each runs in a process of its own. */
const SERVERS = ['scripts/**/*.test.ts', 'edge/**/*.test.ts', 'cli/**/*.test.ts', 'bench/**/*.test.ts']

/** Test files that replace globals. Each runs in a process of its own. */
const ALONE = ['src', 'sw'].flatMap(testsThatReplaceGlobals)

function testsThatReplaceGlobals (folder: string): string[] {
  return readdirSync(new URL(folder, import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => replacesGlobals(readFileSync(new URL(path, import.meta.url), 'utf8')))
}

// Tests run the packages as they are bundled.
await applyPatches()

export default defineConfig({
  test: {
    passWithNoTests: false,
    projects: [
      {
        extends: true,
        test: { name: 'servers', include: SERVERS, setupFiles: ['scripts/test/vitest/fresh-connections.ts'] }
      },
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
    setupFiles: ['scripts/test/vitest/patient.ts', 'scripts/test/vitest/restore-globals.ts'],
    // The public compliance suites of blockstores and datastores import their assertions from a build tool that is not
    // needed here.
    alias: { 'aegir/chai': new URL('./src/testing/aegir-chai.ts', import.meta.url).pathname },
    server: { deps: { inline: [/interface-(block|data)store-tests/] } }
  }
})
