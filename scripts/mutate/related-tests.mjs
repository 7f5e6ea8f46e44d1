// Runs the unit tests below a folder that depend on a file, until the first failure:
// `related-tests.mjs FOLDER FILE [quick]`.
// The command line of Vitest has no way to ask for both: with several projects, `--dir` is ignored.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { startVitest } from 'vitest/node'

/** Tests with random operations and kills at each step take minutes. A unit test should notice a change, too. */
const SLOW = /(model|kill)\.test\.ts$/

const [folder, file, isQuick] = process.argv.slice(2)

const tests = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts') && !(isQuick != null && SLOW.test(name)))
  .map((name) => path.resolve(folder, name))

const vitest = await startVitest('test', tests, {
  run: true,
  watch: false,
  related: [path.resolve(file)],
  passWithNoTests: true,
  bail: 1,
  reporters: ['dot'],
  testTimeout: 60_000
})
await vitest?.close()
