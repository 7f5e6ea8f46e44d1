import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'sw/**/*.test.ts', 'scripts/**/*.test.ts'],
    environment: 'node',
    // ends what hangs; on a busy machine the longest take their time
    testTimeout: 120_000,
    // the public compliance suites of blockstores and datastores take their assertions from a build tool that is not needed here
    alias: { 'aegir/chai': new URL('./src/testing/aegir-chai.ts', import.meta.url).pathname },
    server: { deps: { inline: [/interface-(block|data)store-tests/] } },
    passWithNoTests: false
  }
})
