import { stat } from 'node:fs/promises'
import path from 'node:path'
import { UsageError } from '../../src/node-adapter/cli/usage-error.ts'
import { addEntries } from '../node/add-entries.ts'
import { importBackup, readCarRoots } from '../node/import-backup.ts'
import { listEntries, multipartFiles } from '../node/multipart-files.ts'
import type { SentEntry } from '../node/multipart-files.ts'
import { jsonLines } from '../node/rpc-target.ts'
import type { RpcTarget } from '../node/rpc-target.ts'
import { checkTarget, openTarget, TARGET_OPTIONS, TARGET_USAGE } from '../node/target-options.ts'
import type { CliCommand, CliContext } from '../program/cli-command.ts'
import { parseCommandLine } from '../program/parse-command-line.ts'
import { ProgressBar } from '../terminal/progress-bar.ts'

const CAR = /\.car$/i

const USAGE = `usage: swipfs import (--repo DIR | --api URL [--token TOKEN]) [--no-pin] [--hidden] [--to PATH]
       [--password-file FILE] [--as-files] PATH…

Stores files, folders, CARs (*.car) and backups of the app in a node, and pins them. Prints a line for each: its CID,
a tab, and the path. Each path is stored as a whole, or not at all.

${TARGET_USAGE}  --no-pin         do not pin: the next garbage collection may remove the content
  --hidden         include files whose names begin with a dot
  --to PATH        also put files and folders into Files (MFS), in this folder
  --as-files       store CARs and backups as plain files
  --password-file FILE
                   file with the password of the keys in a backup; without it, keys are left out
`

const OPTIONS = {
  ...TARGET_OPTIONS,
  'no-pin': { type: 'boolean', default: false },
  hidden: { type: 'boolean', default: false },
  to: { type: 'string' },
  'as-files': { type: 'boolean', default: false },
  'password-file': { type: 'string' }
} as const

export const importCommand: CliCommand = {
  usage: USAGE,

  async run (args, context) {
    const { values, positionals } = parseCommandLine(args, OPTIONS)
    checkTarget(values)

    if (positionals.length === 0) {
      throw new UsageError('name at least one file or folder')
    }

    if (values.to?.startsWith('/') === false) {
      throw new UsageError(`--to must be a path in Files that begins with a slash, and is '${values.to}'`)
    }

    // Before the repo is opened, so that a wrong name changes nothing.
    const work = await Promise.all(
      positionals.map(async (file) =>
        !values['as-files'] && CAR.test(file)
          ? { file, entries: undefined, sizeBytes: (await stat(file)).size }
          : await folderWork(file, values.hidden)
      )
    )
    const target = await openTarget(values, context.signal)
    const bar = new ProgressBar('import', work.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0))
    const sent = (bytes: number): void => {
      bar.advance(bytes)
    }

    try {
      for (const { file, entries } of work) {
        const cids = entries == null
          ? await importCar(
            target,
            file,
            { isPinned: !values['no-pin'], passwordFile: values['password-file'], sent },
            context
          )
          : [await addEntries(target, entries, { isPinned: !values['no-pin'], to: values.to, sent })]
        bar.end()
        cids.forEach((cid) => {
          context.print(`${cid}\t${file}`)
        })
      }
    } finally {
      bar.end()
      await target.close()
    }
  }
}

async function folderWork (
  file: string,
  hidden: boolean
): Promise<{ file: string; entries: SentEntry[]; sizeBytes: number }> {
  const entries = await listEntries(file, path.basename(path.resolve(file)), hidden)
  return { file, entries, sizeBytes: entries.reduce((sum, { sizeBytes = 0 }) => sum + sizeBytes, 0) }
}

interface CarOptions {
  isPinned: boolean
  passwordFile: string | undefined
  sent: (bytes: number) => void
}

/** Imports a CAR or a backup. Returns its roots. */
async function importCar (
  target: RpcTarget,
  file: string,
  { isPinned, passwordFile, sent }: CarOptions,
  { note }: CliContext
): Promise<string[]> {
  const roots = await readCarRoots(file)
  const body = multipartFiles(await listEntries(file, path.basename(file), true), sent)
  const isMaybeBackup = roots.length === 1 && roots[0].isDagJson

  for await (
    const { Root } of jsonLines<{ Root?: { PinErrorMsg?: string; Cid: { '/': string } } }>(
      await target.call('dag/import', [['pin-roots', String(isPinned && !isMaybeBackup)]], body)
    )
  ) {
    if (Root?.PinErrorMsg != null && Root.PinErrorMsg !== '') {
      throw new Error(`${file}: ${Root.Cid['/']} was not pinned: ${Root.PinErrorMsg}`)
    }
  }

  if (isMaybeBackup) {
    await importBackup(target, roots[0].cid, { passwordFile, isPinned, note })
  }

  return roots.map(({ cid }) => cid)
}
