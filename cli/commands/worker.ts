import { stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { UsageError } from '../../src/node-adapter/cli/usage-error.ts'
import { SCRIPTS, writeWorker } from '../../src/vite-plugin/write-worker.ts'
import type { CliCommand } from '../program/cli-command.ts'
import { parseCommandLine } from '../program/parse-command-line.ts'

const BASE = /^\/([\w.~-]+\/)*$/
const MIB = 1024 * 1024

const USAGE = `usage: swipfs worker [--base PATH] [--fallback FILE] [--max-size MIB] [--no-precache] [--no-headers] DIR

Writes the worker (${SCRIPTS.join(', ')}) into a folder that a bundler has built, with the list of its files: so the app
opens without a network. Run it after each build. With Vite use the plugin swipfs/vite instead.

  --base PATH      path of the origin at which the folder is served, for example /app/ (/)
  --fallback FILE  page that serves the routes of a single-page app without a network, for example index.html
  --max-size MIB   size limit of precached files (2)
  --no-precache    write the worker alone, for a development server
  --no-headers     do not write _headers, which several static hosts read; one of yours stays in any case
`

const OPTIONS = {
  base: { type: 'string', default: '/' },
  fallback: { type: 'string' },
  'max-size': { type: 'string', default: '2' },
  'no-precache': { type: 'boolean', default: false },
  'no-headers': { type: 'boolean', default: false }
} as const

export const worker: CliCommand = {
  usage: USAGE,

  async run (args, { print, note }) {
    const { values, positionals: [folder, ...more] } = parseCommandLine(args, OPTIONS)
    const maximumFileSize = Number(values['max-size']) * MIB

    if (folder == null || more.length > 0) {
      throw new UsageError('name one folder')
    }

    if (!BASE.test(values.base)) {
      throw new UsageError(`--base must be a path that begins and ends with a slash, and is '${values.base}'`)
    }

    if (!(maximumFileSize > 0)) {
      throw new UsageError(`--max-size must be a number of MiB, and is '${values['max-size']}'`)
    }

    if (values.fallback != null && values['no-precache']) {
      throw new UsageError('--fallback names a precached file, and --no-precache allows none')
    }

    if (!await stat(folder).then((facts) => facts.isDirectory(), () => false)) {
      throw new Error(`${folder} is not a folder: build the app first`)
    }

    const tooLarge = await writeWorker(folder, {
      // Next to this program in the package.
      scripts: fileURLToPath(new URL('./sw/', import.meta.url)),
      base: values.base,
      precache: !values['no-precache'],
      maximumFileSize,
      navigateFallback: values.fallback,
      headers: !values['no-headers']
    })
    SCRIPTS.forEach((name) => {
      print(`${folder.replace(/\/$/, '')}/${name}`)
    })

    if (tooLarge.length > 0) {
      note(`Larger than --max-size, so not there without a network: ${tooLarge.join(', ')}`)
    }
  }
}
