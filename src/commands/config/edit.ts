import { command } from '../../rpc/command/command.ts'

/** Only available on the command line; 404 over HTTP. */
export const configEdit = command({
  help: { tagline: 'Open the configuration in an editor.' },
  noRemote: true,
  run () {
    throw new Error('there is no editor here')
  }
})
