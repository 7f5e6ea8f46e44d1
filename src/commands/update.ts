import { argument } from '../rpc/command/argument.ts'
import { command } from '../rpc/command/command.ts'

/** Only available on the command line; 404 over HTTP. */
export const update = command({
  help: { tagline: 'Fetch and install another version; the browser does it here.' },
  noRemote: true,
  args: { args: argument.string('args', 'For the program that does it.', { required: false, variadic: true }) },

  run () {
    throw new Error('there is no program to install here')
  }
})
