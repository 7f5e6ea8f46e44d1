// Runs the unit tests below a folder that depend on a file, until the first failure: `related-tests.mjs FOLDER FILE`.
// The command line of Vitest has no way to ask for both: with several projects, `--dir` is ignored.
import path from 'node:path'
import process from 'node:process'
import { startVitest } from 'vitest/node'

const [folder, file] = process.argv.slice(2)

const vitest = await startVitest('test', [`${path.resolve(folder)}/`], {
  run: true,
  watch: false,
  related: [path.resolve(file)],
  passWithNoTests: true,
  bail: 1,
  reporters: ['dot'],
  testTimeout: 20_000
})
await vitest?.close()
