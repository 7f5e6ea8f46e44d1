import { existsSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { UsageError } from '../../src/node-adapter/cli/usage-error.ts'
import { HOSTS } from '../hosts/hosts.ts'
import type { HostFile } from '../hosts/hosts.ts'
import { siteOf } from '../hosts/site.ts'
import type { CliCommand } from '../program/cli-command.ts'
import { parseCommandLine } from '../program/parse-command-line.ts'

const BASE = /^\/([\w.~-]+\/)*$/

const USAGE = `usage: swipfs deploy --host NAME [--dir DIR] [--base PATH] [--print] [--force]

Writes the settings of a static host: the headers and fallbacks that a site with a node needs. Prints the names of the
files. The folder is a build of the swipfs app, or of an app with the worker of the library.

  --host NAME   ${[...HOSTS.keys()].join(', ').replace(/(.{50,75}), /g, '$1,\n                ')}
  --dir DIR     folder to deploy (dist)
  --base PATH   path of the origin at which it is served, for example /app/ (/)
  --print       print the files instead of writing them
  --force       replace files with other content
`

const OPTIONS = {
  host: { type: 'string' },
  dir: { type: 'string', default: 'dist' },
  base: { type: 'string', default: '/' },
  print: { type: 'boolean', default: false },
  force: { type: 'boolean', default: false }
} as const

export const deploy: CliCommand = {
  usage: USAGE,

  async run (args, { print, note }) {
    const { values: { host: name, dir, base, print: isPrinted, force }, positionals } = parseCommandLine(args, OPTIONS)
    const host = HOSTS.get(name ?? '')

    if (positionals.length > 0) {
      throw new UsageError(`Unexpected argument '${positionals[0]}'`)
    }

    if (host == null) {
      throw new UsageError(name == null ? 'name a host with --host' : `unknown host '${name}'`)
    }

    if (!BASE.test(base)) {
      throw new UsageError(`--base must be a path that begins and ends with a slash, and is '${base}'`)
    }

    if (!await stat(dir).then((facts) => facts.isDirectory(), () => false)) {
      throw new Error(`${dir} is not a folder: build the site first, or name its folder with --dir`)
    }

    const files = host.files(siteOf(dir, base)).map((file) => ({ ...file, place: placeOf(file, dir) }))

    if (isPrinted) {
      files.forEach(({ place, text }) => {
        print(files.length === 1 ? text.trimEnd() : `# ${place}\n${text.trimEnd()}\n`)
      })
      return
    }

    if (!force) {
      await refuseOthers(files)
    }

    for (const { place, text } of files) {
      await writeFile(place, text)
      print(place)
    }

    note(`${host.title.replaceAll('`', '')}: ${host.remarks.replaceAll('`', '')}.`)
    if (!existsSync(path.join(dir, '404.html'))) {
      note(`${dir} has no 404.html: the host may answer unknown paths with a page and status 200.`)
    }
  }
}

function placeOf ({ name, isInSite }: HostFile, dir: string): string {
  return isInSite ? path.join(dir, name) : name
}

/** @throws an Error if a file has other content, before anything is written */
async function refuseOthers (files: ReadonlyArray<{ place: string; text: string }>): Promise<void> {
  for (const { place, text } of files) {
    const there = await readFile(place, 'utf8').catch(() => undefined)

    if (there != null && there !== text) {
      throw new Error(`${place} has other content: use --print to compare, or --force to replace it`)
    }
  }
}
