import { once } from 'node:events'
import { createRequire } from 'node:module'
import type { Writable } from 'node:stream'
import { isError } from '../src/errors/define-error.ts'
import { UsageError } from '../src/node-adapter/cli/usage-error.ts'
import { wantsHelp } from '../src/node-adapter/cli/wants-help.ts'
import { COMMANDS } from './commands/commands.ts'
import type { CliCommand } from './program/cli-command.ts'
import { EXIT, signalExitCode } from './program/exit-code.ts'

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Thrown into a command by the first signal. */
export class Interruption extends Error {
  readonly exitCode: number

  constructor (signal: NodeJS.Signals) {
    super(`ended by ${signal}`)
    this.exitCode = signalExitCode(signal)
  }
}

/**
 * Runs a command line of `swipfs`. The first signal ends a command in order, the second one ends the process at once.
 *
 * @param args - the command line after the name of the program
 * @returns the exit code: 0; 1 after a failure; 2 for an invalid command line; 128 and its number after a signal
 */
export async function runCli (args: string[]): Promise<number> {
  const [name, ...rest] = args

  if (name === '--version') {
    await write(process.stdout, `${ownVersion()}\n`)
    return EXIT.ok
  }

  if (name === '--help' || name === '-h' || (name === 'help' && rest.length === 0)) {
    await write(process.stdout, overview())
    return EXIT.ok
  }

  const asked = COMMANDS.get(name === 'help' ? rest[0] : name)

  if (asked == null) {
    const problem = name == null ? 'no command' : `unknown command '${name === 'help' ? rest[0] : name}'`
    await write(process.stderr, `${problem}\n\n${overview()}`)
    return EXIT.usage
  }

  const command = await asked.load()

  if (name === 'help' || wantsHelp(rest)) {
    await write(process.stdout, command.usage)
    return EXIT.ok
  }

  return await runCommand(command, rest)
}

async function runCommand (command: CliCommand, args: string[]): Promise<number> {
  const controller = new AbortController()

  for (const signal of SIGNALS) {
    process.on(signal, () => {
      const interruption = new Interruption(signal)

      if (controller.signal.aborted) {
        process.exit(interruption.exitCode)
      }

      controller.abort(interruption)
    })
  }

  try {
    await command.run(args, {
      print: (line) => {
        process.stdout.write(`${line}\n`)
      },
      note: (line) => {
        process.stderr.write(`${line}\n`)
      },
      signal: controller.signal
    })
  } catch (err) {
    if (isError(err, UsageError)) {
      await write(process.stderr, `${err.message}\n\n${command.usage}`)
      return EXIT.usage
    }

    if (!controller.signal.aborted) {
      await write(process.stderr, `${(err as Error).message}\n`)
      return EXIT.failed
    }
  }

  return controller.signal.aborted && command.isServer !== true
    ? (controller.signal.reason as Interruption).exitCode
    : EXIT.ok
}

function overview (): string {
  const lines = [...COMMANDS].map(([name, { summary }]) => `  ${name.padEnd(8)} ${summary}`)
  return `usage: swipfs COMMAND [OPTIONS]

An IPFS node: the Kubo RPC API, the HTTP gateway, and a peer.

${lines.join('\n')}

swipfs COMMAND --help lists the options of a command; swipfs --version prints the version.
`
}

/** Reads the version of the package, which is one folder above the source and the built program alike. */
function ownVersion (): string {
  return (createRequire(import.meta.url)('../package.json') as { version: string }).version
}

/** Writes, and waits until a slow reader has taken it: the process may end next. */
async function write (stream: Writable, text: string): Promise<void> {
  if (!stream.write(text)) {
    await once(stream, 'drain')
  }
}
