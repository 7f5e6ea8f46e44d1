import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { completion } from './completion.ts'
import { commandLines, listCommand } from './list-command.ts'
import { listedTree } from './walk-commands.ts'

export const commands = command({
  help: { tagline: 'List all commands.' },
  options: {
    flags: option.bool('flags,f', 'Print the options too (text output only).'),
    newer: option.bool('newer', 'List commands and options of Kubo versions after 0.40.0 too.', { since: 'own' })
  },
  differs: ['Commands and options of Kubo versions after 0.40.0 are listed with `newer` only.'],
  output: outputShape('Command', 'Name:string Subcommands:list Options:list'),
  run: ({ newer }, { root }) => singleResult(listCommand('ipfs', listedTree(root, newer))),
  text: (tree, { flags }) => commandLines(tree, flags === true).map((line) => `${line}\n`).join('')
}, {
  completion
})
