import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { bytesResult } from '../../rpc/command/result.ts'
import { keyFormat } from './key-options.ts'

export const keyExport = command({
  help: {
    tagline: 'Write a private key to a file. Not available over HTTP.'
  },
  noRemote: true,
  args: { name: argument.string('name', 'Name of the key.', { stdin: true }) },
  options: { output: option.string('output,o', 'Path of the file.'), format: keyFormat },
  answersBytes: true,
  run: async ({ name, format }, { node }) => bytesResult([await node.keys.exportKey(name, format)])
})
