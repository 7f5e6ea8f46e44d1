import { optionsOf } from '../info/command-info.ts'
import type { CommandInfo } from '../info/command-info.ts'
import type { CommandCall } from './command-call.ts'
import { dashed } from './dashed.ts'

/** Returns a call as a line for Kubo's command line. */
export function cliLine (
  { command, args, files, options }: Omit<CommandCall, 'command'> & { command: Pick<CommandInfo, 'path'> },
  commands: readonly CommandInfo[]
): string {
  const known = optionsOf(commands, command.path)
  const words = [...options].flatMap(([name, values]) =>
    values.map((value) => {
      const isBool = known.find(({ names }) => names[0] === name)?.type === 'bool'
      return isBool && value === 'true' ? dashed(name) : `${dashed(name)}=${quoteWord(value).replace(/^''$/, '')}`
    })
  )
  const given = [...args, ...files]
  // An argument that begins with a dash would be parsed as an option.
  const ends = given.some((text) => /^-./.test(text)) ? ['--'] : []
  return ['ipfs', ...command.path.split('/'), ...words, ...ends, ...given.map(quoteWord)].join(' ')
}

/** Quotes a word for a POSIX shell, in single quotes if necessary. */
function quoteWord (text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
