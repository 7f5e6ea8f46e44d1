import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { completion } from './completion.ts'
import { commandLines, listCommand } from './list-command.ts'

export const commands = command({
  help: { tagline: 'List all commands.' },
  options: { flags: option.bool('flags,f', 'Print the options too (text output only).') },
  output: outputShape('Command', 'Name:string Subcommands:list Options:list'),
  run: (_, { root }) => singleResult(listCommand('ipfs', root)),
  text: (tree, { flags }) => commandLines(tree, flags === true).map((line) => `${line}\n`).join('')
}, {
  completion
})
