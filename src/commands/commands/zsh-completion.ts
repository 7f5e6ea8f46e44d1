import type { CommandTree } from '../../rpc/command/command-tree.ts'
import { dashedName } from './list-command.ts'
import { listedTree, walkCommands } from './walk-commands.ts'

/** Generates a completion script for zsh: one function per command, which describes its possible continuations. */
export function zshCompletion (root: CommandTree): string {
  const functions = [...walkCommands(listedTree(root))].map(({ path, command }) => functionOf(path, command))
  return `#compdef ipfs\n# completion of ipfs for zsh\n\n${functions.join('\n\n')}\n\ncompdef _ipfs ipfs\n`
}

function functionOf (path: readonly string[], command: CommandTree): string {
  const names = Object.keys(command.subcommands).sort()
  const options = Object.values(command.options).flatMap(({ names, type, help }) =>
    names.map((name) => `'${dashedName(name)}[${zshEscape(help)}]${type === 'bool' ? '' : ':value:'}'`)
  )
  const rest = names.length === 0 ? ["'*:argument:_files'"] : ["'1:command:->command'", "'*::argument:->argument'"]

  return `${functionName(path)}() {
  local state line context
  typeset -A opt_args
  _arguments -C ${[...options, ...rest].join(' \\\n    ')}
${names.length === 0 ? '' : subcommandCase(path, command, names)}}`
}

function subcommandCase (path: readonly string[], command: CommandTree, names: string[]): string {
  return `  case $state in
    command) local -a commands=(${
    names.map((name) => `'${name}:${zshEscape(command.subcommands[name].help.tagline)}'`).join(' ')
  }); _describe command commands ;;
    argument) case $line[1] in
${names.map((name) => `      ${name}) ${functionName([...path, name])} ;;`).join('\n')}
      *) _files ;;
    esac ;;
  esac
`
}

function functionName (path: readonly string[]): string {
  return ['_ipfs', ...path].join('_').replaceAll('-', '_')
}

/** Escapes brackets and colons, which separate the fields of a description. */
function zshEscape (text: string): string {
  return text.replaceAll("'", "'\\''").replace(/[[\]:]/g, '\\$&')
}
