import { argument } from '../rpc/command/argument.ts'
import { command } from '../rpc/command/command.ts'

/** Only available on the command line; 404 over HTTP. */
export const update = command({
  help: { tagline: 'Install another version. Not available over HTTP: browsers update the node themselves.' },
  noRemote: true,
  args: { args: argument.string('args', 'Arguments of the update program.', { required: false, variadic: true }) },

  run () {
    throw new Error('there is no program to install here')
  }
})
