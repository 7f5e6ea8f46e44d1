import type { CommandTree } from '../../rpc/command/command-tree.ts'
import { listedTree, walkCommands } from './walk-commands.ts'

/**
 * Generates a completion script for fish: one line for each subcommand and each option, with the words that must and
 * must not precede it.
 */
export function fishCompletion (root: CommandTree): string {
  const lines = [...walkCommands(listedTree(root))].flatMap((
    { path, command }
  ) => [...subcommandLines(path, command), ...optionLines(path, command)])

  return `# completion of ipfs for fish

function __ipfs_at
  set -l words (commandline -opc | string match -v -- '-*')
  test "$words[2..-1]" = "$argv"
end

function __ipfs_below
  set -l words (commandline -opc | string match -v -- '-*')
  string match -q -- "$argv*" "$words[2..-1]"
end

${lines.join('\n')}
`
}

function subcommandLines (path: readonly string[], { subcommands }: CommandTree): string[] {
  return Object.keys(subcommands).sort().map((name) =>
    `complete -c ipfs -f -n '__ipfs_at ${path.join(' ')}' -a ${name} -d ${fishQuote(subcommands[name].help.tagline)}`
  )
}

function optionLines (path: readonly string[], { options }: CommandTree): string[] {
  return Object.values(options).map(({ names, type, help }) => {
    const forms = names.map((name) => name.length === 1 ? `-s ${name}` : `-l ${name}`).join(' ')
    return `complete -c ipfs -n '__ipfs_below ${path.join(' ')}' ${forms}${type === 'bool' ? '' : ' -r'} -d ${
      fishQuote(help)
    }`
  })
}

function fishQuote (text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}
