import type { CommandTree } from '../../rpc/command/command-tree.ts'
import { dashedName } from './list-command.ts'
import { listedTree, walkCommands } from './walk-commands.ts'

/**
 * Generates a completion script for bash. The command before the cursor selects a table row with the subcommands and
 * options that may follow; without a row, files are completed.
 */
export function bashCompletion (root: CommandTree): string {
  const cases = [...walkCommands(listedTree(root))].map(({ path, command }) =>
    `    '${path.join(' ')}') words='${
      [...Object.keys(command.subcommands).sort(), ...commandFlags(command)].join(' ')
    }' ;;`
  )

  return `# completion of ipfs for bash

_ipfs_words() {
  local words=
  case "$1" in
${cases.join('\n')}
  esac
  printf '%s' "$words"
}

_ipfs() {
  local word path= cur="\${COMP_WORDS[COMP_CWORD]}"

  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case " $(_ipfs_words "$path") " in
      *" $word "*) [[ $word == -* ]] || path="\${path:+$path }$word" ;;
    esac
  done

  local words
  words="$(_ipfs_words "$path")"
  [[ -z $path ]] || words="$words ${commandFlags(root).join(' ')}"
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  [[ -n \${COMPREPLY[*]} || $cur == -* ]] || compopt -o default
}

complete -F _ipfs ipfs
`
}

function commandFlags (command: CommandTree): string[] {
  return Object.values(command.options).flatMap(({ names }) => names.map(dashedName))
}
