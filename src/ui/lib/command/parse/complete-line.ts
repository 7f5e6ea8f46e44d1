import type { CommandInfo } from '../info/command-info.ts'
import { optionsOf } from '../info/command-info.ts'
import { readLine } from './read-line.ts'

/** A completion of the end of a line. */
export interface Completion {
  /** the completed line */
  line: string
  /** displayed part of it */
  label: string
  help: string
}

const MAX_SHOWN = 40

/**
 * Returns completions of the last word of a line: command names, options, and values of boolean options. Returns none
 * for a complete word.
 */
export function completeLine (line: string, commands: readonly CommandInfo[]): Completion[] {
  const [, before, word] = /^(.*?)(\S*)$/s.exec(line.trimStart()) as unknown as [string, string, string]

  if (/['"]/.test(word)) {
    return []
  }

  return (/[/?]/.test(word) && before === '' ? ofRequest(word, commands) : ofWord(before, word, commands)).filter((
    { line: whole }
  ) => whole.trim() !== line.trim()).slice(0, MAX_SHOWN)
}

function ofRequest (word: string, commands: readonly CommandInfo[]): Completion[] {
  const [, begin, path, query] = /^((?:https?:\/\/[^/]*)?\/?(?:api\/v0\/)?)([^?]*)(\?.*)?$/s.exec(word) as unknown as [
    string,
    string,
    string,
    string?
  ]

  if (query == null) {
    return commands.filter((command) => command.path !== '' && command.runs && command.path.startsWith(path)).map((
      { path, help }
    ) => ({ line: `${begin}${path}`, label: path, help }))
  }

  const [, given, name] = /^(.*[?&])([^&]*)$/s.exec(query) as unknown as [string, string, string]
  return name.includes('=')
    ? []
    : optionsOf(commands, path).filter(({ names }) => names[0].startsWith(name)).map((
      { names: [option], type, help }
    ) => ({ line: `${begin}${path}${given}${option}=${type === 'bool' ? 'true' : ''}`, label: option, help }))
}

function ofWord (before: string, word: string, commands: readonly CommandInfo[]): Completion[] {
  const command = readLine(before.trim() === '' ? 'ipfs' : before, commands).command ??
    commands.find(({ path }) => path === '')

  if (command == null) {
    return []
  }

  if (word.startsWith('-')) {
    return optionsOf(commands, command.path).filter(({ names }) =>
      `--${names[0]}`.startsWith(word) || names.some((name) => name.length === 1 && `-${name}` === word)
    )
      .map(({ names: [name], type, help }) => ({
        line: `${before}--${name}${type === 'bool' ? '' : '='}`,
        label: `--${name}`,
        help
      }))
  }

  // No command name can follow an argument.
  const isOpen = before.trim() === '' || before.trim() === 'ipfs' ||
    new RegExp(`(^|\\s)${command.path.split('/').at(-1) ?? ''}\\s+$`).test(before)
  const prefix = command.path === '' ? '' : `${command.path}/`

  return isOpen
    ? commands.filter(({ path }) =>
      path.startsWith(prefix) && path !== command.path && path.slice(prefix.length).startsWith(word) &&
      !path.slice(prefix.length).includes('/')
    )
      .map(({ path, help }) => ({
        line: `${before}${path.slice(prefix.length)} `,
        label: path.slice(prefix.length),
        help
      }))
    : []
}
