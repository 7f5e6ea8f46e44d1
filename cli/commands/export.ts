import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { UsageError } from '../../src/node-adapter/cli/usage-error.ts'
import { callOne, RpcFailure } from '../node/rpc-target.ts'
import type { RpcQuery, RpcTarget } from '../node/rpc-target.ts'
import { checkTarget, openTarget, TARGET_OPTIONS, TARGET_USAGE } from '../node/target-options.ts'
import type { CliCommand } from '../program/cli-command.ts'
import { parseCommandLine } from '../program/parse-command-line.ts'
import { ProgressBar } from '../terminal/progress-bar.ts'

/** The RPC command of each format, and its options. */
const FORMATS: Record<string, { command: string; query: RpcQuery }> = {
  car: { command: 'dag/export', query: [['progress', 'false']] },
  tar: { command: 'get', query: [['archive', 'true']] },
  file: { command: 'cat', query: [] }
}

const USAGE = `usage: swipfs export (--repo DIR | --api URL [--token TOKEN]) [--format car|tar|file]
       [--output FILE] PATH

Writes content of a node: PATH is a CID, or a path such as /ipfs/CID/a/b or /ipns/NAME. Without --output it goes to the
standard output. The file appears when it is complete.

${TARGET_USAGE}  --format FORMAT  car: all blocks, for other IPFS nodes (the default); tar: a folder with its files;
                   file: the bytes of a file
  --output FILE    file to write; - for the standard output
`

const OPTIONS = {
  ...TARGET_OPTIONS,
  format: { type: 'string', default: 'car' },
  output: { type: 'string', default: '-' }
} as const

export const exportCommand: CliCommand = {
  usage: USAGE,

  async run (args, { signal }) {
    const { values, positionals } = parseCommandLine(args, OPTIONS)
    checkTarget(values)
    const format = Object.hasOwn(FORMATS, values.format) ? FORMATS[values.format] : undefined

    if (format == null) {
      throw new UsageError(`--format must be one of ${Object.keys(FORMATS).join(', ')}, and is '${values.format}'`)
    }

    if (positionals.length !== 1) {
      throw new UsageError('name one CID or path')
    }

    if (values.output === '-' && process.stdout.isTTY && values.format !== 'file') {
      throw new UsageError('name a file with --output: a terminal cannot show this format')
    }

    const target = await openTarget(values, signal)
    const bar = new ProgressBar('export', undefined)

    try {
      const path = values.format === 'car' ? await rootOf(target, positionals[0]) : positionals[0]
      const bytes = await target.call(format.command, [['arg', path], ...format.query])
      await writeOutput(values.output, counted(bytes, bar), signal)
    } finally {
      bar.end()
      await target.close()
    }
  }
}

/** Resolves a path to the CID of a block: a CAR has no paths. */
async function rootOf (target: RpcTarget, path: string): Promise<string> {
  const { Cid, RemPath } = await callOne<{ Cid: { '/': string }; RemPath: string }>(target, 'dag/resolve', [[
    'arg',
    path
  ]])

  if (RemPath !== '') {
    throw new RpcFailure(`${path} leads into a block: a CAR contains whole blocks`)
  }

  return Cid['/']
}

async function* counted (bytes: AsyncIterable<Uint8Array>, bar: ProgressBar): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    yield chunk
    bar.advance(chunk.byteLength)
  }
}

/** Writes a file under another name first, so that a file with the wanted name is complete. */
async function writeOutput (output: string, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
  const source = Readable.from(bytes, { objectMode: false })

  if (output === '-') {
    await pipeline(source, process.stdout, { signal, end: false })
    return
  }

  const part = `${output}.part`

  try {
    await pipeline(source, createWriteStream(part), { signal })
    const handle = await open(part, 'r+')
    await handle.sync()
    await handle.close()
    await rename(part, output)
  } catch (err) {
    await rm(part, { force: true })
    throw err
  }
}
