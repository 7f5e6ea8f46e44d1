import { t } from '../../text/t.ts'
import type { CommandCall } from '../call/command-call.ts'
import { dashed } from '../call/dashed.ts'
import { LineError } from '../call/line-error.ts'
import { makeCall } from '../call/make-call.ts'
import type { CommandInfo, OptionInfo } from '../info/command-info.ts'
import { optionsOf } from '../info/command-info.ts'
import { nearestName } from './nearest-name.ts'
import { noCommand, noOption } from './not-there.ts'

interface Given {
  option: OptionInfo
  value: string
}

/**
 * Parses words like Kubo's command line (go-ipfs-cmds `cli/parse.go`): command names first, options anywhere, as
 * `--name`, `--name=value`, `--name value`, `-n value`, `-n=value`, `-abc`. After `--` there are only arguments.
 *
 * @throws LineError
 */
export function readCliWords (
  words: readonly string[],
  commands: readonly CommandInfo[]
): { command?: CommandInfo; call?: CommandCall } {
  const rest = words[0] === 'ipfs' ? words.slice(1) : [...words]
  const command = commandOf(rest, commands)
  const options = optionsOf(commands, command.path)
  const given: Given[] = []
  const args: string[] = []
  const names = command.path === '' ? [] : command.path.split('/')

  for (let at = 0; at < rest.length; at++) {
    const word = rest[at]

    if (word === '--') {
      args.push(...rest.slice(at + 1))
      break
    }

    if (!/^-./.test(word)) {
      if (names.length > 0 && names[0] === word) {
        names.shift()
      } else {
        args.push(word)
      }
      continue
    }

    const found = readOption(word, rest[at + 1], options, command)
    given.push(...found.given)
    at += found.tookNext ? 1 : 0
  }

  if (!command.runs) {
    if (args.length > 0) {
      const below = commands.filter(({ path }) => path.startsWith(command.path === '' ? '' : `${command.path}/`)).map((
        { path }
      ) => path.slice(command.path === '' ? 0 : command.path.length + 1).split('/')[0])
      const near = nearestName(args[0], below.filter((name) => name !== ''))
      const called = (name: string): string => [...command.path.split('/'), name].join(' ').trim()
      throw new LineError(noCommand(called(args[0]), near == null ? undefined : called(near)), command)
    }

    return { command }
  }

  return { command, call: makeCall(command, args, given, { hasFileNames: true }) }
}

/** Matches as many words as possible, except options, with command names. */
function commandOf (words: readonly string[], commands: readonly CommandInfo[]): CommandInfo {
  const byPath = new Map(commands.map((command) => [command.path, command]))
  const globals = byPath.get('')?.options ?? []
  let found = byPath.get('') as CommandInfo

  for (let at = 0; at < words.length; at++) {
    const word = words[at]

    if (word.startsWith('-')) {
      // Skips the value of an option before the command.
      const option = globals.find(({ names }) => names.some((name) => word === dashed(name)))
      at += option != null && option.type !== 'bool' ? 1 : 0
      continue
    }

    const next = byPath.get(found.path === '' ? word : `${found.path}/${word}`)

    if (next == null) {
      break
    }

    found = next
  }

  return found
}

function readOption (
  word: string,
  next: string | undefined,
  options: readonly OptionInfo[],
  command: CommandInfo
): { given: Given[]; tookNext: boolean } {
  if (word.startsWith('--')) {
    const [, name, value] = /^--([^=]*)(?:=(.*))?$/s.exec(word) as unknown as [string, string, string | undefined]
    // Kubo has no single-letter options with two dashes.
    const option = options.find(({ names }) => name.length > 1 && names.includes(name))

    if (option == null) {
      const near = nearestName(name, options.flatMap(({ names }) => names).filter((other) => other.length > 1))
      throw new LineError(noOption(spoken(command), `--${name}`, near == null ? undefined : `--${near}`), command)
    }

    return valueOf(option, `--${name}`, value, next, command)
  }

  const given: Given[] = []

  for (let at = 1; at < word.length; at++) {
    const option = options.find(({ names }) => names.includes(word[at]))

    if (option == null) {
      throw new LineError(noOption(spoken(command), `-${word[at]}`), command)
    }

    const rest = word.slice(at + 1)

    if (option.type === 'bool' && !rest.startsWith('=')) {
      given.push({ option, value: 'true' })
      continue
    }

    const last = valueOf(option, `-${word[at]}`, rest === '' ? undefined : rest.replace(/^=/, ''), next, command)
    return { given: [...given, ...last.given], tookNext: last.tookNext }
  }

  return { given, tookNext: false }
}

function valueOf (
  option: OptionInfo,
  written: string,
  value: string | undefined,
  next: string | undefined,
  command: CommandInfo
): { given: Given[]; tookNext: boolean } {
  if (value != null || option.type === 'bool') {
    return { given: [{ option, value: value ?? 'true' }], tookNext: false }
  }

  if (next == null) {
    throw new LineError(t('{option} needs a value: {help}', { option: written, help: option.help }), command)
  }

  return { given: [{ option, value: next }], tookNext: true }
}

function spoken ({ path }: CommandInfo): string {
  return path === '' ? 'ipfs' : path.replaceAll('/', ' ')
}
